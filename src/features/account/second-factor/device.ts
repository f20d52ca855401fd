import { ApiError } from "#app/lib/api.ts";

/** What the member shows: a code, or that their passkey should be asked. */
export type FactorAnswer = { method: "totp" | "recovery-code"; code: string } | { method: "passkey" };

/** Whether this browser has passkeys for this address; none has for a bare IP. */
export const passkeysWork = (): boolean =>
  typeof PublicKeyCredential !== "undefined" && !/^[\d.]+$|:/.test(window.location.hostname);

/** Lets the device make or use a passkey. @throws ApiError in words when the owner leaves it, or it cannot */
export async function askDevice(act: "create" | "get", options: { challenge: string }): Promise<unknown> {
  const { startAuthentication, startRegistration } = await import("@simplewebauthn/browser");
  try {
    return await (act === "create"
      ? startRegistration({ optionsJSON: options as never })
      : startAuthentication({ optionsJSON: options as never }));
  } catch (error) {
    const known = (error as Error).name === "InvalidStateError";
    const message = known
      ? "Este aparelho já tem uma chave de acesso para a sua conta."
      : "A chave de acesso não respondeu. Tente de novo, ou use outra forma.";
    throw new ApiError(0, { code: "conflict", message });
  }
}
