import { useEffect, useRef, useState } from "react";
import { useLocation, useNavigate } from "react-router";

/** In the fragment, which browsers send to nobody; letters of before 2026-11-26 have it in the query. */
const tokenIn = (part: string) => new URLSearchParams(part.slice(1)).get("token");

/**
 * The token of the mailed link that led here. It leaves the address bar and the history at once.
 * @param onArrival called for each that comes: a second link in the same tab loads no new page, as only its fragment differs
 * @returns undefined until the address was read, null when it holds no token
 */
export function useLinkToken(onArrival?: () => void): string | null | undefined {
  const { pathname, search, hash } = useLocation();
  const navigate = useNavigate();
  const [token, setToken] = useState<string | null>();
  const arrived = useRef(onArrival);
  useEffect(() => {
    arrived.current = onArrival;
  });
  useEffect(() => {
    const given = tokenIn(hash) ?? tokenIn(search);
    setToken((known) => given ?? known ?? null);
    if (given === null) return;
    arrived.current?.();
    void navigate(pathname, { replace: true });
  }, [pathname, search, hash, navigate]);
  return token;
}
