/**
 * Whether what a browser or a cache holds is still what we have (RFC 9110, 13.1.2): any of the tags it names, weak ones too.
 * @param header If-None-Match
 */
export const isUnchanged = (header: string | undefined, etag: string): boolean =>
  header !== undefined && (header.trim() === "*" || header.split(",").some((each) => opaque(each.trim()) === opaque(etag)));

const opaque = (etag: string) => etag.replace(/^W\//, "");
