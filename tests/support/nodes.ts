import { onTestFinished } from "vitest";
import { createApp } from "#app/composition/app.ts";
import { openServices } from "#app/composition/services.ts";
import type { Services } from "#app/server/context.ts";
import { type Caller, createCaller, ORIGIN, type TestApp } from "./app.ts";
import { openTestSession } from "./members.ts";

/** Another process over the database of a test file, as a second machine would run it. It ends with the test. */
export type Node = {
  services: Services;
  /** Opens a stream of server-sent events as a member. */
  follow: (memberId: string, path: string, headers?: Record<string, string>) => Promise<EventReader>;
  /** A member of the test file, as they call this process. */
  signIn: (memberId: string) => Promise<Caller>;
  close: () => Promise<void>;
};

export async function openNode(app: TestApp, change: Partial<Services> = {}): Promise<Node> {
  const { env, log, databaseUrl } = app.services;
  const opened = await openServices(env, log, databaseUrl, { supervise: true, poolSize: 4 });
  const services = { ...opened.services, ...change };
  const hono = createApp(services, async () => true);
  let closed: Promise<void> | undefined;
  const close = () => (closed ??= opened.close());
  onTestFinished(close);
  return {
    services,
    close,
    signIn: async (memberId) => {
      const request = async (path: string, init: RequestInit) => hono.request(path, init, { remoteAddress: "127.0.0.1" });
      return createCaller(request, await openTestSession(services, memberId), "203.0.113.3");
    },
    follow: async (memberId, path, headers = {}) => {
      const cookie = await openTestSession(services, memberId);
      return new EventReader(
        await hono.request(path, { headers: { host: "academia.test", origin: ORIGIN, cookie, ...headers } }),
      );
    },
  };
}

export type ReceivedEvent = { event: string; id?: string; data: any };

/** Reads a stream of server-sent events, one at a time. */
export class EventReader {
  readonly response: Response;
  private readonly reader: ReadableStreamDefaultReader<Uint8Array> | undefined;
  private readonly decoder = new TextDecoder();
  private text = "";
  private reading: Promise<ReadableStreamReadResult<Uint8Array>> | undefined;

  constructor(response: Response) {
    this.response = response;
    this.reader = response.ok ? response.body?.getReader() : undefined;
  }

  /** The next event; undefined when the stream ended. Comments and `retry` are passed over. Fails after a while without any. */
  async next(milliseconds = 4000): Promise<ReceivedEvent | undefined> {
    const deadline = Date.now() + milliseconds;
    for (;;) {
      const end = this.text.indexOf("\n\n");
      if (end < 0) {
        if (!(await this.more(deadline - Date.now()))) return undefined;
        continue;
      }
      const block = this.text.slice(0, end);
      this.text = this.text.slice(end + 2);
      const field = (name: string) => new RegExp(`^${name}: (.*)$`, "m").exec(block)?.[1];
      const event = field("event");
      if (event) return { event, id: field("id"), data: JSON.parse(field("data") ?? "null") };
    }
  }

  /** The next event of a kind. */
  async nextOf(kind: string): Promise<ReceivedEvent | undefined> {
    for (;;) {
      const event = await this.next();
      if (!event || event.event === kind) return event;
    }
  }

  /** Leaves, as a browser that closes the page. */
  async leave(): Promise<void> {
    await this.reader?.cancel();
  }

  private async more(milliseconds: number): Promise<boolean> {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error("no event came")), milliseconds);
    });
    this.reading ??= this.reader!.read();
    try {
      const { done, value } = await Promise.race([this.reading, late]);
      this.reading = undefined; // one that is still under way when time is up is taken by the next call
      if (value) this.text += this.decoder.decode(value, { stream: true });
      return !done;
    } finally {
      clearTimeout(timer);
    }
  }
}
