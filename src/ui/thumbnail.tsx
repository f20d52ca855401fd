import { useEffect, useState } from "react";
import styles from "./thumbnail.module.css";

/** A picture that was chosen on this device, before it is sent. */
export function Thumbnail({ file }: { file: File }) {
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    const made = URL.createObjectURL(file);
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  return <img className={styles.thumbnail} src={address} alt={`Imagem escolhida: ${file.name}`} />;
}
