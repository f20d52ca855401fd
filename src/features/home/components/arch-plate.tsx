import plate from "./arch-plate.svg?url";

/** The arch, its keystone and the pavement: the academy's plate. Its own file, in the colours of the page that uses it. */
export function ArchPlate() {
  return (
    <svg
      viewBox="52 88 616 684"
      role="img"
      aria-label="Gravura: um arco de pedras com sua pedra-chave, entre duas colunas, ao fim de um pavimento de mosaico; ao fundo nasce a luz."
    >
      <use href={`${plate}#arch`} />
    </svg>
  );
}
