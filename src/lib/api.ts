import { hc } from "hono/client";
import type { Api } from "#app/composition/app.ts";
import type { ErrorBody } from "#app/server/http/answers.ts";
import { noteAnswer, noteFailure } from "./connection.ts";
import { takeEarly } from "./early.ts";
import { ERRORS, type ErrorCode } from "./errors.ts";
import { solveWork, WORK_HEADER } from "./proof-of-work.ts";

/** A call that failed, with the code to switch on and the sentence to show. */
export class ApiError extends Error {
  readonly code: ErrorCode | "offline";
  readonly fields: Record<string, string>;
  readonly status: number;
  /** How long to wait before the next try, where the server says so. */
  readonly retryAfterSeconds: number | undefined;

  constructor(
    status: number,
    body: Pick<ErrorBody, "message" | "fields"> & { code: ErrorCode | "offline" },
    retryAfterSeconds?: number,
  ) {
    super(body.message);
    this.status = status;
    this.code = body.code;
    this.fields = body.fields ?? {};
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** What is wrong with a field, where a call was refused for one. */
export const fieldProblem = (error: unknown): string | undefined =>
  error instanceof ApiError ? Object.values(error.fields)[0] : undefined;

/** What a failed call says: of the field that is wrong, where there is one. */
export const sayOf = (error: Error): string => fieldProblem(error) ?? error.message;

/** No answer came. */
export const OFFLINE = new ApiError(0, {
  code: "offline",
  message: "Não encontramos sua conexão. Verifique a internet e tente de novo.",
});

/** Whether the server could not be reached. */
export const isAway = (error: unknown): boolean => error instanceof ApiError && error.code === "offline";

/** How often one call is worked for: by then the server asks for more than it did at first. */
const MOST_WORK = 3;

/** Does the work that the server asks of a network or for an account that has tried too often, and sends the request again. */
async function fetchWithWork(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const early = init?.method === "GET" ? takeEarly(String(input)) : undefined;
  let response = await (early ?? fetch(input, init));
  noteAnswer(response);
  for (let count = 0; count < MOST_WORK && response.status === ERRORS.work_required[0]; count += 1) {
    const [bits, task] = response.headers.get(WORK_HEADER)?.split(" ") ?? [];
    if (!task) break;
    const headers = new Headers(init?.headers);
    headers.set(WORK_HEADER, `${await solveWork({ task, bits: Number(bits) })} ${task}`);
    response = await fetch(input, { ...init, headers });
  }
  return response;
}

/** The typed client of the API. */
export const api = hc<Api>("/api", { fetch: fetchWithWork });

/** What `call` reads of an answer. */
export type Answer<Body> = { ok: boolean; status: number; headers: Pick<Headers, "get">; json: () => Promise<Body> };

/**
 * Awaits a call of the client and returns its body.
 * @throws ApiError for any answer that is not a success, and when no answer comes
 */
export async function call<Body>(request: Promise<Answer<Body>>): Promise<Body> {
  const response = await request.catch(() => {
    noteFailure();
    throw OFFLINE;
  });
  const body: unknown = await response.json().catch(() => undefined);
  if (response.ok && body !== undefined) return body as Body;
  const error = body as Partial<ErrorBody> | undefined;
  const code = error?.code && error.code in ERRORS ? error.code : "internal";
  const message = error?.message ?? ERRORS.internal[1];
  const wait = Number(response.headers.get("retry-after")) || undefined;
  throw new ApiError(response.status, { code, message, fields: error?.fields }, wait);
}
