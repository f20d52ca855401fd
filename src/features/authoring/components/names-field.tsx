import { TextField } from "#app/ui/field.tsx";

type Props = { label: string; help?: string; names: string[]; set: (names: string[]) => void };

/** Names of texts or places, with commas between; they are taken when the field is left. */
export const NamesField = ({ label, help, names, set }: Props) => (
  <TextField
    label={label}
    help={help}
    defaultValue={names.join(", ")}
    key={names.join()}
    onBlur={(event) => {
      const named = event.currentTarget.value.split(/[\s,;]+/).filter((each) => each !== "");
      if (named.join() !== names.join()) set(named);
    }}
  />
);
