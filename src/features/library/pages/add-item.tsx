import type { WaitingPage } from "#app/lib/waiting-page.ts";
import { BlankCrumbs, PageShell, Skeleton } from "#app/ui/states.tsx";
import { ItemCrumbs } from "../components/item-crumbs.tsx";
import { ItemForm } from "../components/item-form.tsx";

const Head = () => (
  <header className="page-head">
    <title>Adicionar item · Academia</title>
    <h1>Adicionar Item</h1>
    <p className="lead">
      Campos com * são obrigatórios. O que se lê pode ser um link, um arquivo, um texto ou nada além da ficha.
    </p>
  </header>
);

const Shell = () => (
  <PageShell>
    <div className="page room-s">
      <BlankCrumbs />
      <Head />
      <Skeleton label="Carregando..." lines={6} />
    </div>
  </PageShell>
);

export const handle: WaitingPage = { Shell };

export default function AddItemPage() {
  return (
    <div className="page room-s">
      <ItemCrumbs here="Adicionar Item" />
      <Head />
      <ItemForm />
    </div>
  );
}
