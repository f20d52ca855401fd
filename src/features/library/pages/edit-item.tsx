import { Link, Navigate, useParams } from "react-router";
import { ApiError } from "#app/lib/api.ts";
import type { WaitingPage } from "#app/lib/waiting-page.ts";
import { Blank, BlankCrumbs, ErrorState, PageShell, Skeleton } from "#app/ui/states.tsx";
import { useLoadErrorToast } from "#app/ui/toasts.tsx";
import { ItemCrumbs } from "../components/item-crumbs.tsx";
import { ItemForm } from "../components/item-form.tsx";
import { useLibraryItem } from "../library.queries.ts";

const Shell = () => (
  <PageShell>
    <div className="page room-s">
      <title>Editar item · Academia</title>
      <BlankCrumbs />
      <header className="page-head">
        <h1>Editar item</h1>
        <p className="lead">
          <Blank letters={30} />
        </p>
      </header>
      <Skeleton label="Carregando..." lines={6} />
    </div>
  </PageShell>
);

export const handle: WaitingPage = { Shell };

export default function EditItemPage() {
  const id = useParams().id!;
  const item = useLibraryItem(id);
  const missing = item.error instanceof ApiError && item.error.code === "not_found";
  useLoadErrorToast(missing ? null : item.error, "Erro ao carregar biblioteca");
  if (missing) return <Navigate to={`/biblioteca/${id}`} replace />;
  if (item.isPending) return <Shell />;
  return (
    <div className="page room-s">
      <title>Editar item · Academia</title>
      <ItemCrumbs here="Editar item" />
      <header className="page-head">
        <h1>Editar item</h1>
        {item.data && (
          <p className="lead">
            <Link to={`/biblioteca/${id}`}>{item.data.title}</Link>
          </p>
        )}
      </header>
      {item.isError && <ErrorState title="Erro ao carregar biblioteca" error={item.error} onRetry={() => void item.refetch()} />}
      {item.data && <ItemForm key={id} item={item.data} />}
    </div>
  );
}
