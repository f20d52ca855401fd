import { searchProblem } from "#app/lib/search.ts";
import { plural } from "#app/lib/text.ts";
import { useSettledSearch } from "#app/lib/use-settled-search.ts";
import { Button } from "#app/ui/button.tsx";
import { SelectField, TextField } from "#app/ui/field.tsx";
import { ShowMore } from "#app/ui/show-more.tsx";
import { EmptyState, ErrorState, Skeleton } from "#app/ui/states.tsx";
import { type MemberFilters, useMembers } from "../admin.queries.ts";
import styles from "../pages/admin.module.css";
import { useAdminLoadErrorToast } from "../use-admin-load-error-toast.ts";
import { DegreeFilter } from "./degree-filter.tsx";
import { MembersTable } from "./members-table.tsx";

type Props = { filters: MemberFilters; onFilters: (filters: MemberFilters) => void };

/** All members: search, filters, order, and what an administrator can do to each. */
export function MembersPanel({ filters, onFilters }: Props) {
  const settled = { ...filters, search: useSettledSearch(filters.search ?? "") };
  const members = useMembers(settled);
  useAdminLoadErrorToast(members.error);
  const shown = members.data?.pages.flatMap((page) => page.members) ?? [];
  const total = members.data?.pages[0]?.total ?? 0;
  const narrowed = Boolean(settled.search || settled.role || settled.degree);
  return (
    <div className="stack stack-close">
      <Filters filters={filters} onFilters={onFilters} />
      {members.isPending && <Skeleton label="Carregando..." />}
      {members.isError && shown.length === 0 && (
        <ErrorState title="Não foi possível carregar os dados." error={members.error} onRetry={() => void members.refetch()} />
      )}
      {members.data && (
        <p className={shown.length === 0 ? "visually-hidden" : "meta"} role="status">
          {plural(total, "usuário", "usuários")}
          {narrowed && (total === 1 ? " encontrado" : " encontrados")}
        </p>
      )}
      {members.data && shown.length === 0 && (
        <EmptyState title="Nenhum usuário encontrado">
          <p>A busca olha o nome, o e-mail e a Loja, com ou sem acentos.</p>
          <Button look="secondary" onClick={() => onFilters({ order: filters.order })}>
            Limpar a busca
          </Button>
        </EmptyState>
      )}
      {shown.length > 0 && (
        <div aria-busy={members.isPlaceholderData || undefined} className={members.isPlaceholderData ? styles.stale : undefined}>
          <MembersTable members={shown} />
        </div>
      )}
      <ShowMore list={members}>
        <span className="meta">
          {shown.length.toLocaleString("pt-BR")} de {total.toLocaleString("pt-BR")}
        </span>
      </ShowMore>
    </div>
  );
}

function Filters({ filters, onFilters }: Props) {
  const { search = "", role, degree, order } = filters;
  return (
    <search className={styles.filters}>
      <TextField
        label="Buscar"
        type="search"
        placeholder="Nome, e-mail ou Loja"
        error={searchProblem(search)}
        autoComplete="off"
        value={search}
        onChange={(event) => onFilters({ ...filters, search: event.target.value })}
      />
      <SelectField
        label="Permissão"
        value={role ?? ""}
        onChange={({ target }) =>
          onFilters({ ...filters, role: target.value === "admin" || target.value === "user" ? target.value : undefined })
        }
      >
        <option value="">Todas</option>
        <option value="user">Usuários</option>
        <option value="admin">Admins</option>
      </SelectField>
      <DegreeFilter value={degree} onChange={(chosen) => onFilters({ ...filters, degree: chosen })} />
      <SelectField
        label="Ordem"
        value={order ?? "newest"}
        onChange={({ target }) => onFilters({ ...filters, order: target.value === "name" ? "name" : "newest" })}
      >
        <option value="newest">Mais recentes</option>
        <option value="name">Nome, de A a Z</option>
      </SelectField>
    </search>
  );
}
