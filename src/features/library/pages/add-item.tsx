import { ItemCrumbs } from "../components/item-crumbs.tsx";
import { ItemForm } from "../components/item-form.tsx";

export default function AddItemPage() {
  return (
    <div className="page pt-3">
      <title>Adicionar item · Academia</title>
      <ItemCrumbs here="Adicionar Item" />
      <header className="page-head">
        <h1>Adicionar Item</h1>
        <p className="lead">
          Campos com * são obrigatórios. O que se lê pode ser um link, um arquivo, um texto ou nada além da ficha.
        </p>
      </header>
      <ItemForm />
    </div>
  );
}
