/**
 * How an operator starts one of the program's commands: by `academia` where it is installed as docs/operations.md says, by npm elsewhere.
 * @param settings what is set for this start alone, as `NAME=value`
 */
export const commandWords = (command: string, words = "", settings = ""): string => {
  const installed = process.env.NODE_ENV === "production";
  const parts = installed ? ["academia", settings, command, words] : [settings, `npm run ${command}`, words && `-- ${words}`];
  return parts.filter(Boolean).join(" ");
};
