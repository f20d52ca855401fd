import { solveWork, WORK_HEADER } from "#app/lib/proof-of-work.ts";

type Send = (path: string, init: RequestInit) => Promise<Response>;

/** Sends as the browser does (src/lib/api.ts): work that the server asks for is done, and the request sent again. */
export async function sendWithWork(send: Send, path: string, init: RequestInit): Promise<Response> {
  let response = await send(path, init);
  for (let count = 0; count < 3 && response.status === 428; count += 1)
    response = await send(path, { ...init, headers: { ...init.headers, ...(await workOf(response.headers)) } });
  return response;
}

/** The header that answers a refusal which asks for work. */
export async function workOf(headers: Headers): Promise<Record<string, string>> {
  const [bits, task] = headers.get(WORK_HEADER)!.split(" ");
  return { [WORK_HEADER]: `${await solveWork({ task: task!, bits: Number(bits) })} ${task}` };
}
