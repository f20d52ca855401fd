import { Icon } from "#app/ui/icons.tsx";
import { PASSWORD_RULES } from "../account.schema.ts";

/** The rules of a new password, ticked off as one types. */
export function PasswordRules({ value }: { value: string }) {
  return (
    <ul className="rules" aria-label="A senha precisa ter">
      {PASSWORD_RULES.map(({ label, test }) => {
        const met = test(value);
        return (
          <li key={label} className={met ? "met" : undefined}>
            <Icon name={met ? "check" : "dot"} />
            {label}
            <span className="visually-hidden">{met ? " (atendido)" : ""}</span>
          </li>
        );
      })}
    </ul>
  );
}
