import plate from "./arch-plate.svg?raw";

/** The arch, its keystone and the pavement: the academy's plate. */
export function ArchPlate() {
  return (
    <div
      role="img"
      aria-label="Gravura: um arco de pedras com sua pedra-chave, entre duas colunas, ao fim de um pavimento de mosaico; ao fundo nasce a luz."
      className="prancha-arte"
      // biome-ignore lint/security/noDangerouslySetInnerHtml: a drawing of the repository
      dangerouslySetInnerHTML={{ __html: plate }}
    />
  );
}
