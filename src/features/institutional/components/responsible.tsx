import { Link } from "react-router";
import { useHouse } from "#app/features/settings/settings.queries.ts";
import { Skeleton } from "#app/ui/states.tsx";

/** Who answers for the data, as the academy has set it (Painel Admin → Configurações). */
export function Responsible() {
  const { data, isPending } = useHouse();
  if (isPending) return <Skeleton label="Carregando..." lines={2} />;
  const contact = <Link to="/contato">página de contato</Link>;
  if (!data) return <p>Não foi possível carregar os nomes agora. Tente de novo mais tarde, ou escreva pela {contact}.</p>;
  return (
    <ul>
      <li>Controladora: {data.controller || "ainda não indicada"}.</li>
      <li>
        Encarregado: {data.dataOfficer && `${data.dataOfficer}, `}
        {data.dataOfficerEmail ? <a href={`mailto:${data.dataOfficerEmail}`}>{data.dataOfficerEmail}</a> : <>pela {contact}</>}.
      </li>
    </ul>
  );
}
