import { expect, test } from "vitest";
import { isUnknownAuthority } from "./unknown-authority.ts";

test("a certificate of an unknown authority is told from other failures of a connection", () => {
  expect(isUnknownAuthority(Object.assign(new Error("unable to verify"), { code: "UNABLE_TO_VERIFY_LEAF_SIGNATURE" }))).toBe(
    true,
  );
  for (const code of ["ECONNREFUSED", "CERT_HAS_EXPIRED", "ERR_TLS_CERT_ALTNAME_INVALID"])
    expect(isUnknownAuthority(Object.assign(new Error(code), { code }))).toBe(false);
  expect(isUnknownAuthority(undefined)).toBe(false);
});
