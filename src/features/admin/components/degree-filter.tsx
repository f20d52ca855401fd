import { DEGREE_LABEL, DEGREES, type Degree, isDegree } from "#app/lib/degrees.ts";
import { SelectField } from "#app/ui/field.tsx";

/** Narrows a list to one degree. */
export const DegreeFilter = ({
  value,
  onChange,
}: {
  value: Degree | undefined;
  onChange: (degree: Degree | undefined) => void;
}) => (
  <SelectField
    label="Grau"
    value={value ?? ""}
    onChange={({ target }) => onChange(isDegree(target.value) ? target.value : undefined)}
  >
    <option value="">Todos</option>
    {DEGREES.map((each) => (
      <option key={each} value={each}>
        {DEGREE_LABEL[each]}
      </option>
    ))}
  </SelectField>
);
