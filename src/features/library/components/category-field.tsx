import { type RefCallback, useState } from "react";
import { SelectField, TextField } from "#app/ui/field.tsx";
import { useCategories } from "../library.queries.ts";

const NEW = "+";

type Props = {
  /** Of the part that is focused when the field is wrong. */
  ref: RefCallback<HTMLElement>;
  value: string;
  error: string | undefined;
  onChange: (value: string) => void;
};

/** One of the categories, or a new one by its name. */
export function CategoryField({ ref, value, error, onChange }: Props) {
  const categories = useCategories();
  const names = categories.data?.categories.map(({ name }) => name) ?? [];
  const [adding, setAdding] = useState(false);
  const known = value === "" || names.includes(value) || categories.isPending;
  const naming = adding || !known;
  const choose = (chosen: string) => {
    setAdding(chosen === NEW);
    onChange(chosen === NEW ? "" : chosen);
  };
  return (
    <>
      <SelectField
        ref={naming ? undefined : ref}
        label="Categoria *"
        error={naming ? undefined : error}
        value={naming ? NEW : value}
        onChange={({ target }) => choose(target.value)}
      >
        <option value="">Escolha...</option>
        {categories.isPending && value && <option value={value}>{value}</option>}
        {names.map((name) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
        <option value={NEW}>Nova categoria...</option>
      </SelectField>
      {naming && (
        <TextField
          ref={ref}
          label="Nome da nova categoria *"
          error={error}
          autoComplete="off"
          value={value}
          onChange={({ target }) => onChange(target.value)}
        />
      )}
    </>
  );
}
