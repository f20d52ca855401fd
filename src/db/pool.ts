import type { Duplex } from "node:stream";
import pg from "pg";

/** Begins the names of the statements that share a connection: reads of a few rows by an index, and writes of single rows to an unlogged table. */
export const QUICK = "quick_";

/**
 * A pool that loses no connection for good, and sends the quick statements down one shared connection.
 *
 * That connection takes each without waiting for the answer to the one before (PostgreSQL's pipeline), which costs the process about
 * half of what a connection for each costs. A statement that may be slow, or that writes and so waits for the disk, would hold up
 * those behind it and must not be named so. Everything else works as in `pg.Pool`.
 */
export class Pool extends pg.Pool {
  #lane: Lane | undefined;

  /**
   * Checks a connection out. One that is lost while out goes back by itself, as `pg` neither does that nor survives the loss: it
   * raises the error where nobody listens, and a holder whose `begin` failed never gives it back.
   */
  override connect(): Promise<pg.PoolClient>;
  override connect(callback: ConnectCallback): void;
  override connect(callback?: ConnectCallback): unknown {
    if (callback) return super.connect(callback); // the pool's own queries, which look after themselves
    return super.connect().then((client) => {
      const release = client.release.bind(client);
      let out = true;
      const giveBack = (error?: Error | boolean) => {
        if (!out) return;
        out = false;
        client.off("error", giveBack);
        release(error);
      };
      client.on("error", giveBack);
      client.release = giveBack;
      return client;
    });
  }

  // biome-ignore lint/suspicious/noExplicitAny: the eight overloads of `pg.Pool`, passed on as they come
  override query(...args: any[]): any {
    const [statement] = args;
    if (!statement?.name?.startsWith(QUICK)) return super.query(...(args as [string]));
    return this.#openLane().then((client) => {
      gather(client.connection.stream);
      return client.query(...(args as [string]));
    });
  }

  override async end(): Promise<void> {
    const lane = this.#lane;
    this.#lane = undefined;
    await Promise.all([super.end(), lane?.then((client) => client.end()).catch(() => undefined)]);
  }

  /** The shared connection; one that is lost is opened again for the next statement. */
  #openLane(): Lane {
    if (this.#lane) return this.#lane;
    if (this.ending) return Promise.reject(new Error("Cannot use a pool after calling end on the pool"));
    const client = new pg.Client({ ...this.options, pipeline: true });
    const lane: Lane = client.connect().then(() => client);
    const drop = () => {
      if (this.#lane === lane) this.#lane = undefined;
    };
    client.on("error", (error) => {
      drop();
      this.emit("error", error, client);
    });
    client.once("end", drop);
    lane.catch(drop);
    this.#lane = lane;
    return lane;
  }
}

/**
 * Sends what is written to a stream in this turn of the event loop at its end, in one system call: when many requests arrive together,
 * their statements leave together.
 */
function gather(stream: Duplex): void {
  if (stream.writableCorked > 0) return;
  stream.cork();
  setImmediate(() => stream.uncork());
}

type Lane = Promise<pg.Client>;
type ConnectCallback = Parameters<typeof pg.Pool.prototype.connect>[0];
