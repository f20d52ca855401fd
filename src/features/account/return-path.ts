/** Where to go after login: the page that was asked for, if it is one of ours, else the dashboard (ASVS 3.7.2). */
export function returnPath(asked: string | null): string {
  return asked && /^\/(?![/\\])[\w\-/?=&.%]*$/.test(asked) && !asked.startsWith("/login") ? asked : "/dashboard";
}
