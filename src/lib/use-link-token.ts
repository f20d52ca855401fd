import { useEffect, useState } from "react";
import { useSearchParams } from "react-router";

/**
 * The token of the mailed link that led here. It leaves the address bar and the history at once.
 * @returns undefined until the address was read, null when it holds no token
 */
export function useLinkToken(): string | null | undefined {
  const [params, setParams] = useSearchParams();
  const [token, setToken] = useState<string | null>();
  useEffect(() => {
    const given = params.get("token");
    setToken((known) => given ?? known ?? null);
    if (given !== null) setParams({}, { replace: true });
  }, [params, setParams]);
  return token;
}
