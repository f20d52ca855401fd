import { type ComponentProps, useId, useState } from "react";
import { TextField } from "#app/ui/field.tsx";
import { useLodgeSuggestions } from "../lodges.queries.ts";

/** The field in which one writes one's Lodge: free text, with known names after the third letter. */
export function LodgeField({ onChange, ...field }: ComponentProps<typeof TextField>) {
  const list = useId();
  const [typed, setTyped] = useState("");
  const names = useLodgeSuggestions(typed.trim().slice(0, 100)).data?.names ?? [];
  return (
    <>
      <TextField
        {...field}
        list={list}
        onChange={(event) => {
          setTyped(event.target.value);
          onChange?.(event);
        }}
      />
      <datalist id={list}>
        {names.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </>
  );
}
