/** OpenSSL's codes of a certificate that nobody whom this machine trusts has signed: most providers of databases sign their own. */
const CODES = new Set([
  "DEPTH_ZERO_SELF_SIGNED_CERT",
  "SELF_SIGNED_CERT_IN_CHAIN",
  "UNABLE_TO_GET_ISSUER_CERT",
  "UNABLE_TO_GET_ISSUER_CERT_LOCALLY",
  "UNABLE_TO_VERIFY_LEAF_SIGNATURE",
]);

/** Whether a connection failed as the server's certificate is of an authority that this machine does not know. */
export const isUnknownAuthority = (error: unknown): boolean =>
  CODES.has((error as NodeJS.ErrnoException | undefined)?.code ?? "");

export const UNKNOWN_AUTHORITY =
  "o certificado do servidor é de uma autoridade que esta máquina não conhece. Guarde aqui o certificado da autoridade, que o provedor oferece, e diga onde: NODE_EXTRA_CA_CERTS=/etc/academia-ca.pem (docs/operations.md).";
