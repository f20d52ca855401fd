import plate from "../sheet/plate.svg?url";
import styles from "./certificate-plate.module.css";

/** The sheet in small: its engraving, with its title and the holder's name. */
export const CertificatePlate = ({ holderName }: { holderName: string | undefined }) => (
  <div className={styles.plate} aria-hidden="true">
    <img src={plate} alt="" width={297} height={210} />
    <span className={styles.name}>
      <span>Certificado de&nbsp;estudo</span>
      <i>{holderName}</i>
    </span>
  </div>
);
