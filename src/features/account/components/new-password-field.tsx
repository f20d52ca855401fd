import { type ComponentProps, useState } from "react";
import { PasswordField } from "#app/ui/field.tsx";
import { EASY_PASSWORD, PASSWORD_RULES } from "../account.schema.ts";
import { PasswordRules } from "./password-rules.tsx";

type Judge = typeof import("../common-passwords.ts").isCommonPassword;

type Props = Omit<ComponentProps<typeof PasswordField>, "help" | "value"> & {
  /** What the field holds. */
  watched: string;
  /** The member's address, name and Lodge, as far as the page knows them. */
  personal?: string[];
};

/**
 * A new password, judged as one types: the rules, and then whether it would be guessed, by the server's own judge. Its list of words is
 * loaded when the field is focused; without it the server judges alone.
 */
export function NewPasswordField({ watched, personal = [], onFocus, ...field }: Props) {
  const [judge, setJudge] = useState<Judge>();
  const meetsRules = PASSWORD_RULES.every(({ test }) => test(watched));
  const easy = meetsRules && judge?.(watched, personal);
  return (
    <PasswordField
      autoComplete="new-password"
      {...field}
      onFocus={(event) => {
        onFocus?.(event);
        if (!judge)
          void import("../common-passwords.ts").then(
            ({ isCommonPassword }) => setJudge(() => isCommonPassword),
            () => undefined, // no connection: the next focus asks again
          );
      }}
      help={
        <>
          <PasswordRules value={watched} />
          <p role="status">{easy && EASY_PASSWORD}</p>
        </>
      }
    />
  );
}
