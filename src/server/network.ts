import { isIPv4, isIPv6, SocketAddress } from "node:net";

/**
 * The address in an entry of X-Forwarded-For, which some proxies write with a port, in brackets or with a zone; undefined when it is
 * none.
 */
export function addressOf(entry: string): string | undefined {
  const bare = entry.trim().replace(/%.*$/, "");
  if (isIPv4(bare) || isIPv6(bare)) return bare;
  return SocketAddress.parse(bare.replace(/%[^\]]*/, ""))?.address;
}

/** The eight groups of an IPv6 address. */
function groupsOf(address: string): number[] {
  // the URL parser writes the shortest form, with an IPv4 tail as two groups
  const plain = new URL(`http://[${address}]`).hostname.slice(1, -1);
  const [left = [], right = []] = plain.split("::").map((side) => side.split(":").filter(Boolean));
  const gap = Array<string>(8 - left.length - right.length).fill("0");
  return [...left, ...gap, ...right].map((group) => Number.parseInt(group, 16));
}

const hex = (groups: number[]) => groups.map((group) => group.toString(16)).join(":");

/**
 * The networks that a visitor is counted under, the narrowest first: for IPv6 their /64 (a house), /56 and /48 (what providers give to a
 * customer), for IPv4 the address alone, which thousands may share at a mobile carrier. Anything else counts as it is written.
 */
export function networksOf(address: string): [narrow: string, ...wider: string[]] {
  if (!isIPv6(address)) return [address];
  const groups = groupsOf(address);
  const [a, b, c, d, e, f, high, low] = groups as [number, number, number, number, number, number, number, number];
  const mapped = [a, b, c, d, e].every((group) => group === 0) && f === 0xffff;
  if (mapped) return [[high >> 8, high & 255, low >> 8, low & 255].join(".")];
  return [`${hex([a, b, c, d])}::/64`, `${hex([a, b, c, d & 0xff00])}::/56`, `${hex([a, b, c])}::/48`];
}

/** The narrowest of them. */
export const networkOf = (address: string): string => networksOf(address)[0];
