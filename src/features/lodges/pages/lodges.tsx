import { useState } from "react";
import { Link, useNavigate } from "react-router";
import { AdminPage, WaitingAdminPage } from "#app/features/admin/components/admin-page.tsx";
import { longDate } from "#app/lib/format.ts";
import { plural } from "#app/lib/text.ts";
import type { WaitingPage } from "#app/lib/waiting-page.ts";
import { Button } from "#app/ui/button.tsx";
import { TextField } from "#app/ui/field.tsx";
import tableStyles from "#app/ui/responsive-table.module.css";
import { ShowMore } from "#app/ui/show-more.tsx";
import { EmptyState, ErrorState } from "#app/ui/states.tsx";
import { LodgeDialog } from "../components/lodge-dialog.tsx";
import { Spellings } from "../components/spellings.tsx";
import type { LodgeRow } from "../lodges.answers.ts";
import { useLodges } from "../lodges.queries.ts";
import { lodgeName, OFFICE_LABEL } from "../lodges.schema.ts";
import styles from "./lodges.module.css";

const HEAD = { room: "Lojas", heading: "Lojas", title: "Casas" };

const Shell = () => <WaitingAdminPage {...HEAD} />;

export const handle: WaitingPage = { Shell };

const SOON_MS = 30 * 86_400_000;

/** What asks for care: nobody in office, or a term that ends within thirty days. */
function careOf({ officers, active }: LodgeRow): string | undefined {
  if (!active) return undefined;
  const inOffice = officers.filter(({ startsAt }) => new Date(startsAt).getTime() <= Date.now());
  if (inOffice.length === 0) return "Sem oficial";
  const ending = inOffice.filter(
    ({ endsAt, office }) =>
      new Date(endsAt).getTime() - Date.now() < SOON_MS &&
      !officers.some((other) => other.office === office && new Date(other.endsAt) > new Date(endsAt)),
  );
  return ending[0] && `Um mandato termina em ${longDate(new Date(ending[0].endsAt))}`;
}

export default function LodgesPage() {
  const [search, setSearch] = useState("");
  const [adding, setAdding] = useState(false);
  const list = useLodges(search);
  const navigate = useNavigate();
  if (list.isPending) return <Shell />;
  const rows = list.data?.pages.flatMap(({ lodges }) => lodges) ?? [];
  const total = list.data?.pages[0]?.total ?? undefined;
  return (
    <AdminPage
      {...HEAD}
      lead={
        search === "" && total !== undefined
          ? total === 0
            ? "Nenhuma Loja cadastrada."
            : `${plural(total, "Loja", "Lojas")}.`
          : undefined
      }
    >
      <div className={styles.tools}>
        <TextField label="Procurar Loja" type="search" value={search} onChange={(event) => setSearch(event.target.value)} />
        <Button onClick={() => setAdding(true)}>Cadastrar Loja</Button>
      </div>
      {list.isError && !list.data && (
        <ErrorState title="Não foi possível carregar as Lojas." error={list.error} onRetry={() => void list.refetch()} />
      )}
      {list.data && rows.length === 0 && (
        <EmptyState title={search ? "Nenhuma Loja encontrada" : "Nenhuma Loja cadastrada"}>
          <p>
            {search
              ? "Procure por outro nome, número ou Oriente."
              : "Cadastre a primeira; depois junte a ela o que os irmãos escreveram."}
          </p>
        </EmptyState>
      )}
      {rows.length > 0 && (
        <table className={tableStyles.records}>
          <caption className="visually-hidden">Lojas, por nome</caption>
          <thead>
            <tr>
              {["Loja e Oriente", "Potência", "Membros", "Ativos em 30 dias", "Oficiais"].map((heading) => (
                <th key={heading} scope="col">
                  {heading}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((lodge) => (
              <Row key={lodge.id} lodge={lodge} />
            ))}
          </tbody>
        </table>
      )}
      <ShowMore list={list} />
      <Spellings />
      {adding && <LodgeDialog onClose={() => setAdding(false)} onSaved={({ id }) => void navigate(`/admin/lojas/${id}`)} />}
    </AdminPage>
  );
}

function Row({ lodge }: { lodge: LodgeRow }) {
  const care = careOf(lodge);
  return (
    <tr>
      <th scope="row">
        <Link to={`/admin/lojas/${lodge.id}`}>{lodgeName(lodge)}</Link>
        <span className={`meta ${styles.line}`}>
          {lodge.city}
          {lodge.state && `, ${lodge.state}`}
          {!lodge.active && " · desativada"}
        </span>
      </th>
      <td data-label="Potência">{lodge.jurisdiction}</td>
      <td data-label="Membros">{lodge.members}</td>
      <td data-label="Ativos em 30 dias">{lodge.activeMembers}</td>
      <td data-label="Oficiais">
        {lodge.officers.map(({ id, name, office }) => (
          <span key={id} className={styles.line}>
            {OFFICE_LABEL[office]}: {name}
          </span>
        ))}
        {care && <span className={styles.care}>{care}</span>}
      </td>
    </tr>
  );
}
