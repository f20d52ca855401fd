import { TextField } from "#app/ui/field.tsx";

type Props = {
  label: string;
  help?: string;
  names: string[];
  /** What stands between names that have blanks in them. */
  between?: ";";
  set: (names: string[]) => void;
};

/** Names of texts or places, with commas between; they are taken when the field is left. */
export const NamesField = ({ label, help, names, between, set }: Props) => (
  <TextField
    label={label}
    help={help}
    defaultValue={names.join(`${between ?? ","} `)}
    key={names.join()}
    onBlur={(event) => {
      const named = event.currentTarget.value
        .split(between ?? /[\s,;]+/)
        .map((name) => name.trim())
        .filter((name) => name !== "");
      if (named.join() !== names.join()) set(named);
    }}
  />
);
