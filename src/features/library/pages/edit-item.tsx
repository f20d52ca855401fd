import { Link, Navigate, useParams } from "react-router";
import { ApiError } from "#app/lib/api.ts";
import { ErrorState, Skeleton } from "#app/ui/states.tsx";
import { useLoadErrorToast } from "#app/ui/toasts.tsx";
import { ItemCrumbs } from "../components/item-crumbs.tsx";
import { ItemForm } from "../components/item-form.tsx";
import { useLibraryItem } from "../library.queries.ts";

export default function EditItemPage() {
  const id = useParams().id!;
  const item = useLibraryItem(id);
  const missing = item.error instanceof ApiError && item.error.code === "not_found";
  useLoadErrorToast(missing ? null : item.error, "Erro ao carregar biblioteca");
  if (missing) return <Navigate to={`/biblioteca/${id}`} replace />;
  return (
    <div className="page pt-3">
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
      {item.isPending && <Skeleton label="Carregando..." lines={6} />}
      {item.isError && <ErrorState title="Erro ao carregar biblioteca" error={item.error} onRetry={() => void item.refetch()} />}
      {item.data && <ItemForm key={id} item={item.data} />}
    </div>
  );
}
