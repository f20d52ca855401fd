import { type Answer, call } from "./api.ts";

type FileAnswer = Answer<unknown> & { blob: () => Promise<Blob> };

/**
 * Awaits an answer that is a file, and hands it to the browser as a download.
 * @param name of the file, where the answer gives none
 * @throws ApiError as `call` does, also when the answer breaks off
 */
export async function download(request: Promise<FileAnswer>, name: string): Promise<void> {
  const response = await request.catch(() => undefined);
  const content = response?.ok ? await response.blob().catch(() => undefined) : undefined;
  if (!response || !content) {
    await call(response && !response.ok ? Promise.resolve(response) : Promise.reject(new TypeError("no answer")));
    return;
  }
  const given = /filename="([^"]+)"/.exec(response.headers.get("content-disposition") ?? "")?.[1];
  save(given ?? name, content);
}

/** Hands a text that the page made to the browser as a download. */
export const saveText = (name: string, text: string): void => save(name, new Blob([text], { type: "text/csv;charset=utf-8" }));

function save(name: string, content: Blob): void {
  const address = URL.createObjectURL(content);
  const link = Object.assign(document.createElement("a"), { href: address, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000); // some browsers begin to read it only after the click
}
