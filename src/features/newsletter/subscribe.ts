import { ApiError, api, call } from "#app/lib/api.ts";

/** Asks for the newsletter. @returns what is wrong with the address, or undefined when the request was taken */
export async function subscribe(email: string): Promise<string | undefined> {
  try {
    await call(api.newsletter.$post({ json: { email } }));
    return undefined;
  } catch (error) {
    return error instanceof ApiError ? (error.fields.email ?? error.message) : String(error);
  }
}
