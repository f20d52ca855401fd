import { createServer, request, type Server } from "node:http";
import type { AddressInfo, Socket } from "node:net";

export type Line = {
  /** Where the application is reached through it. */
  address: string;
  /** Nothing gets through any more, and what was on its way breaks off; the browser has not been told. @param after so many more requests */
  cut: (after?: number) => Promise<void>;
  mend: () => Promise<void>;
  /** Has the text at an address come changed, as of another build. */
  change: (path: string, text: (of: string) => string) => void;
  close: () => Promise<void>;
};

/** A line to the application that can be cut, as a tunnel cuts a train's. */
export async function openLine(application: string): Promise<Line> {
  const { hostname, port } = new URL(application);
  const sockets = new Set<Socket>();
  const changes = new Map<string, (of: string) => string>();
  let left = Number.POSITIVE_INFINITY;
  let server: Server | undefined;

  const listen = (at: number) =>
    new Promise<number>((resolve) => {
      server = createServer((incoming, outgoing) => {
        left -= 1;
        if (left < 0) return void cut();
        const change = changes.get(incoming.url!);
        const headers = { ...incoming.headers, ...(change && { "accept-encoding": "identity", "if-none-match": "" }) };
        const far = request({ hostname, port, method: incoming.method, path: incoming.url, headers }, (answer) => {
          if (!change) return outgoing.writeHead(answer.statusCode!, answer.headers) && answer.pipe(outgoing);
          const chunks: Buffer[] = [];
          answer.on("data", (chunk: Buffer) => chunks.push(chunk));
          answer.on("end", () => {
            const body = Buffer.from(change(Buffer.concat(chunks).toString()));
            const { etag: _, ...rest } = answer.headers;
            outgoing.writeHead(answer.statusCode!, { ...rest, "content-length": body.length }).end(body);
          });
        });
        far.on("error", () => outgoing.destroy());
        outgoing.on("close", () => far.destroy());
        incoming.pipe(far);
      });
      server.on("connection", (socket) => {
        sockets.add(socket);
        socket.on("error", () => undefined).on("close", () => sockets.delete(socket));
      });
      server.listen(at, hostname, () => resolve((server!.address() as AddressInfo).port));
    });

  async function cut(after = 0): Promise<void> {
    left = after;
    if (after > 0) return;
    const closed = new Promise((resolve) => (server ? server.close(resolve) : resolve(undefined)));
    for (const socket of sockets) socket.destroy();
    await closed;
    server = undefined;
  }

  const own = await listen(0);
  return {
    address: `http://${hostname}:${own}`,
    cut,
    mend: async () => {
      left = Number.POSITIVE_INFINITY;
      if (!server) await listen(own);
    },
    change: (path, text) => void changes.set(path, text),
    close: async () => void (server && (await cut())),
  };
}
