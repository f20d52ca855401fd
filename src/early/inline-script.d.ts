/** The compiled code of a script, for an inline script element (scripts/pages-plugin.ts). */
declare module "*?inline-script" {
  const code: string;
  export default code;
}
