import { type Answer, call } from "./api.ts";

export type UploadOptions = { onProgress?: (part: number) => void; signal?: AbortSignal };

/**
 * Sends a file as the body of a POST and reports how far it got, 0 to 1 (which fetch cannot).
 * @returns the answer's body
 * @throws ApiError for any answer that is not a success, and when no answer comes
 */
export function upload<Body>(path: string, file: Blob, { onProgress, signal }: UploadOptions = {}): Promise<Body> {
  const answer = new Promise<Answer<Body>>((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open("POST", path);
    request.setRequestHeader("content-type", "application/octet-stream");
    request.upload.onprogress = ({ loaded, total }) => onProgress?.(total > 0 ? loaded / total : 0);
    request.onload = () =>
      resolve({
        ok: request.status >= 200 && request.status < 300,
        status: request.status,
        headers: { get: (name) => request.getResponseHeader(name) },
        json: async () => JSON.parse(request.responseText) as Body,
      });
    request.onerror = () => reject(new Error("no answer"));
    request.onabort = () => reject(new Error("aborted"));
    signal?.addEventListener("abort", () => request.abort());
    request.send(file);
  });
  return call(answer);
}
