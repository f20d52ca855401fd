/**
 * How an operator starts one of the program's commands: by `academia` where it is installed as docs/operations.md says, by npm elsewhere.
 * @param settings what is set for this start alone, as `NAME=value`
 */
export const commandWords = (command: string, words: string, settings = ""): string =>
  process.env.NODE_ENV === "production"
    ? ["academia", settings, command, words].filter(Boolean).join(" ")
    : `${settings && `${settings} `}npm run ${command} -- ${words}`.trim();
