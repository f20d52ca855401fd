import { useState } from "react";
import { Link } from "react-router";
import { OFFICE_LABEL } from "#app/features/lodges/lodges.schema.ts";
import { DEGREE_LABEL } from "#app/lib/degrees.ts";
import { nearDate, shortDate } from "#app/lib/format.ts";
import { searchProblem } from "#app/lib/search.ts";
import { plural } from "#app/lib/text.ts";
import { useSettledSearch } from "#app/lib/use-settled-search.ts";
import type { WaitingPage } from "#app/lib/waiting-page.ts";
import { Button } from "#app/ui/button.tsx";
import { SelectField, TextField } from "#app/ui/field.tsx";
import { Icon } from "#app/ui/icons.tsx";
import { ShowMore } from "#app/ui/show-more.tsx";
import { EmptyState, ErrorState, Skeleton } from "#app/ui/states.tsx";
import { toastFailure } from "#app/ui/toasts.tsx";
import { ROLE_LABEL } from "../admin.schema.ts";
import { AdminPage, WaitingAdminPage } from "../components/admin-page.tsx";
import { ConfirmDegrees, SuspendSeveral } from "../components/chosen-members.tsx";
import { DegreeFilter } from "../components/degree-filter.tsx";
import type { ListedMember } from "../member-list.answers.ts";
import { useMemberChoices, useMemberExport, useMemberList } from "../member-list.queries.ts";
import {
  COUNTED,
  LAST_ACCESSES,
  type LastAccess,
  LISTED_STANDINGS,
  type ListedStanding,
  type MemberListQuery,
  MOST_CHOSEN,
} from "../member-list.schema.ts";
import styles from "./members.module.css";

const STANDING_LABEL: Record<ListedStanding, string> = {
  full: "Em dia",
  unconfirmed: "A confirmar o e-mail",
  waiting: "Esperam admissão",
  suspended: "Suspensos",
};
/** How a line says it of one. */
const STANDING_WORD: Record<ListedStanding, string | null> = {
  full: null,
  unconfirmed: "E-mail a confirmar",
  waiting: "Espera admissão",
  suspended: "Suspenso",
};
const ACCESS_LABEL: Record<LastAccess, string> = {
  "30": "Últimos 30 dias",
  "365": "Últimos 12 meses",
  "not-90": "Há mais de 90 dias",
  never: "Nunca",
};
const HEAD = { room: "Pessoas", heading: "Membros" };

const Shell = () => <WaitingAdminPage {...HEAD} />;

export const handle: WaitingPage = { Shell };

export default function MembersPage() {
  const [filter, setFilter] = useState<MemberListQuery>({ order: "name" });
  const [chosen, setChosen] = useState<string[]>([]);
  const [question, setQuestion] = useState<"degree" | "suspend" | null>(null);
  const settled = { ...filter, search: useSettledSearch(filter.search ?? "") };
  const list = useMemberList(settled);
  const toFile = useMemberExport();
  const shown = list.data?.pages.flatMap(({ members }) => members) ?? [];
  const total = list.data?.pages[0]?.total ?? 0;
  const picked = shown.filter(({ id }) => chosen.includes(id));
  const narrow = (next: MemberListQuery) => {
    setFilter(next);
    setChosen([]);
  };
  const isNarrowed = Boolean(settled.search || filter.lodge || filter.degree || filter.standing || filter.access);
  const choose = (ids: string[], on: boolean) =>
    setChosen((before) =>
      on ? [...new Set([...before, ...ids])].slice(0, MOST_CHOSEN) : before.filter((id) => !ids.includes(id)),
    );
  return (
    <AdminPage
      {...HEAD}
      lead={
        <div className={styles.lead}>
          <p className="lead" role="status">
            {list.data
              ? `${total > COUNTED ? "Mais de mil pessoas" : plural(total, "pessoa", "pessoas")}${isNarrowed ? " neste recorte" : ""}.`
              : " "}
          </p>
          <p className={styles.row}>
            <Link className="btn btn-2" to="/admin/convites">
              Convidar
            </Link>
            <button
              type="button"
              className="quiet"
              aria-disabled={toFile.isPending || undefined}
              onClick={() => toFile.mutate(settled, { onError: (error) => toastFailure("Não foi possível baixar.", error) })}
            >
              <Icon name="download" /> {toFile.isPending ? "Baixando..." : "Baixar CSV"}
            </button>
          </p>
        </div>
      }
    >
      <Filters filter={filter} onFilter={narrow} />
      {isNarrowed && (
        <p>
          <button type="button" className="quiet" onClick={() => narrow({ order: filter.order })}>
            Limpar filtros
          </button>
        </p>
      )}
      {list.isPending && <Skeleton label="Carregando..." lines={8} />}
      {list.isError && shown.length === 0 && (
        <ErrorState title="Não foi possível carregar os membros." error={list.error} onRetry={() => void list.refetch()} />
      )}
      {list.data && shown.length === 0 && (
        <EmptyState title="Ninguém neste recorte">
          <p>A busca olha o nome, o e-mail e a Loja, com ou sem acentos.</p>
        </EmptyState>
      )}
      {shown.length > 0 && (
        <div aria-busy={list.isPlaceholderData || undefined} className={list.isPlaceholderData ? styles.stale : undefined}>
          <Table members={shown} chosen={chosen} onChoose={choose} />
        </div>
      )}
      <ShowMore list={list}>
        <span className="meta">{shown.length.toLocaleString("pt-BR")} na tela</span>
      </ShowMore>
      {picked.length > 0 && (
        <section className={styles.batch} aria-label="Atos sobre os escolhidos">
          <p role="status">
            <strong>{plural(picked.length, "escolhido", "escolhidos")}</strong>
            {picked.length === MOST_CHOSEN && " (o máximo por vez)"}
          </p>
          <button type="button" className="quiet" onClick={() => setChosen([])}>
            Nenhum
          </button>
          <div className={styles.acts}>
            <Button small onClick={() => setQuestion("degree")}>
              Confirmar grau
            </Button>
            <Button small look="danger" onClick={() => setQuestion("suspend")}>
              Suspender
            </Button>
          </div>
        </section>
      )}
      {question === "degree" && <ConfirmDegrees members={picked} onClose={() => setQuestion(null)} onDone={leave} />}
      {question === "suspend" && <SuspendSeveral members={picked} onClose={() => setQuestion(null)} onDone={leave} />}
    </AdminPage>
  );

  function leave() {
    setQuestion(null);
    setChosen([]);
  }
}

function Filters({ filter, onFilter }: { filter: MemberListQuery; onFilter: (filter: MemberListQuery) => void }) {
  const lodges = useMemberChoices().data?.lodges ?? [];
  const { search = "", lodge, degree, standing, access, order } = filter;
  return (
    <search className={styles.filters}>
      <TextField
        label="Buscar"
        type="search"
        placeholder="Nome, e-mail ou Loja"
        error={searchProblem(search)}
        autoComplete="off"
        value={search}
        onChange={(event) => onFilter({ ...filter, search: event.target.value })}
      />
      <SelectField
        label="Loja"
        value={lodge ?? ""}
        onChange={({ target }) => onFilter({ ...filter, lodge: target.value || undefined })}
      >
        <option value="">Todas</option>
        <option value="none">Sem Loja da lista</option>
        {lodges.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </SelectField>
      <DegreeFilter value={degree} onChange={(chosen) => onFilter({ ...filter, degree: chosen })} />
      <SelectField
        label="Estado"
        value={standing ?? ""}
        onChange={({ target }) => onFilter({ ...filter, standing: LISTED_STANDINGS.find((each) => each === target.value) })}
      >
        <option value="">Todos</option>
        {LISTED_STANDINGS.map((each) => (
          <option key={each} value={each}>
            {STANDING_LABEL[each]}
          </option>
        ))}
      </SelectField>
      <SelectField
        label="Último acesso"
        value={access ?? ""}
        onChange={({ target }) => onFilter({ ...filter, access: LAST_ACCESSES.find((each) => each === target.value) })}
      >
        <option value="">Qualquer</option>
        {LAST_ACCESSES.map((each) => (
          <option key={each} value={each}>
            {ACCESS_LABEL[each]}
          </option>
        ))}
      </SelectField>
      <SelectField
        label="Ordem"
        value={order ?? "name"}
        onChange={({ target }) => onFilter({ ...filter, order: target.value === "newest" ? "newest" : "name" })}
      >
        <option value="name">Por nome</option>
        <option value="newest">Mais recentes</option>
      </SelectField>
    </search>
  );
}

type TableProps = { members: ListedMember[]; chosen: string[]; onChoose: (ids: string[], on: boolean) => void };

/** One table; where there is little room its rows fold to lines. */
function Table({ members, chosen, onChoose }: TableProps) {
  const ids = members.map(({ id }) => id);
  const all = ids.slice(0, MOST_CHOSEN).every((id) => chosen.includes(id));
  return (
    <table className={styles.table}>
      <caption className="visually-hidden">Membros</caption>
      <thead>
        <tr>
          <th scope="col">
            <label className={styles.pick}>
              <input type="checkbox" checked={all} onChange={({ target }) => onChoose(ids, target.checked)} />
              <span className="visually-hidden">Escolher todos os que estão à vista, até {MOST_CHOSEN}</span>
            </label>
          </th>
          {["Nome e Loja", "Email", "Grau", "Permissão", "Data de Cadastro", "Último acesso", "Ações"].map((title) => (
            <th key={title} scope="col">
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {members.map((member) => (
          <Row key={member.id} member={member} chosen={chosen.includes(member.id)} onChoose={(on) => onChoose([member.id], on)} />
        ))}
      </tbody>
    </table>
  );
}

function Row({ member, chosen, onChoose }: { member: ListedMember; chosen: boolean; onChoose: (on: boolean) => void }) {
  const { id, name, email, lodge, degree, asks, role, office, standing, createdAt, lastAccessAt, self } = member;
  const word =
    STANDING_WORD[standing] ?? (asks ? `Pede ${DEGREE_LABEL[asks]}` : office ? `${OFFICE_LABEL[office]} da Loja` : null);
  return (
    <tr className={chosen ? styles.chosen : undefined}>
      <td className={styles.pickCell}>
        <label className={styles.pick}>
          <input type="checkbox" checked={chosen} onChange={({ target }) => onChoose(target.checked)} />
          <span className="visually-hidden">Escolher {name}</span>
        </label>
      </td>
      <th scope="row" className={styles.name}>
        {name}
        {self && <span className="meta"> (você)</span>}
        <span className={styles.second}>{lodge ?? "Loja não informada"}</span>
      </th>
      <td className={styles.wide}>{email}</td>
      <td className={styles.degree}>
        <strong className={`deg-${degree}`}>{DEGREE_LABEL[degree]}</strong>
        {word && <span className={styles.second}>{word}</span>}
      </td>
      <td className={styles.wide}>{ROLE_LABEL[role]}</td>
      <td className={styles.wide}>
        <time dateTime={createdAt}>{shortDate(new Date(createdAt))}</time>
      </td>
      <td className={styles.last}>
        {lastAccessAt ? <time dateTime={lastAccessAt}>{nearDate(new Date(lastAccessAt))}</time> : "nunca"}
      </td>
      <td className={styles.open}>
        <Link to={`/admin/membros/${id}`}>
          Abrir<span className="visually-hidden"> {name}</span>
        </Link>
      </td>
    </tr>
  );
}
