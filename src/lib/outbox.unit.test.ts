import { beforeEach, describe, expect, test, vi } from "vitest";
import { ApiError, OFFLINE } from "./api.ts";
import { draftsOf, forgetDrafts } from "./drafts.ts";
import { createOutbox, type Refusal } from "./outbox.ts";

/** As a browser's storage: what is kept is its own property. */
class Storage {
  setItem(key: string, value: string) {
    if (full) throw new Error("full");
    Object.assign(this, { [key]: value });
  }
  getItem(key: string) {
    return Object.getOwnPropertyDescriptor(this, key)?.value ?? null;
  }
  removeItem(key: string) {
    Reflect.deleteProperty(this, key);
  }
}

let full = false;
let browser: EventTarget;

beforeEach(() => {
  full = false;
  browser = Object.assign(new EventTarget(), { localStorage: new Storage(), sessionStorage: new Storage() });
  vi.stubGlobal("window", browser);
  draftsOf("anna");
});

const browserStorage = () => (browser as unknown as Window).localStorage;
const online = () => browser.dispatchEvent(new Event("online"));
const refusal = (code: "unauthenticated" | "conflict") => new ApiError(409, { code, message: "Não." });

/** An outbox whose server answers by `answers`, one after the other, and then takes everything. */
function outboxOf(answers: (Error | (() => void))[] = [], refused: () => Refusal = () => "drop") {
  const arrived: string[] = [];
  const send = async (message: string) => {
    const answer = answers.shift();
    await Promise.resolve();
    if (answer instanceof Error) throw answer;
    answer?.();
    arrived.push(message);
    return message.length;
  };
  return { arrived, ...createOutbox<string, number>({ name: "prova:", place: "browser", send, refused }) };
}

const keysOf = ({ read }: ReturnType<typeof outboxOf>) => read().map(({ key }) => key);

describe("an outbox", () => {
  test("sends in order what was put in, once, and tells how it went", async () => {
    const outbox = outboxOf();
    for (const key of ["b", "a", "c"]) expect(outbox.put(key, key)).toBe(true);
    const outcome = outbox.outcome("a");
    await Promise.all([outbox.start(), outbox.start()]);
    expect(outbox.arrived).toEqual(["b", "a", "c"]);
    expect(await outcome).toBe(1);
    expect(outbox.state()).toEqual({ waiting: [], stuck: false });
  });

  test("waits for the connection, says so, and goes on when it is back", async () => {
    const outbox = outboxOf([OFFLINE, OFFLINE]);
    outbox.put("a", "um");
    outbox.put("b", "dois");
    const through = outbox.start();
    for (let times = 0; times < 2; times += 1) {
      await vi.waitFor(() => expect(outbox.state()).toMatchObject({ stuck: true, waiting: [{ key: "a" }, { key: "b" }] }));
      online();
      await new Promise((resolve) => setTimeout(resolve));
    }
    await through;
    expect(outbox.arrived).toEqual(["um", "dois"]);
    expect(outbox.state().stuck).toBe(false);
  });

  test("of two messages with one key sends the later one after the one on its way", async () => {
    const outbox = outboxOf([() => outbox.put("a", "depois")]);
    outbox.put("a", "antes");
    await outbox.start();
    expect(outbox.arrived).toEqual(["antes", "depois"]);
    expect(keysOf(outbox)).toEqual([]);
  });

  test("drops what is refused, or keeps it with the reason, and sends the next one", async () => {
    const dropping = outboxOf([refusal("conflict")]);
    dropping.put("a", "um");
    dropping.put("b", "dois");
    const outcome = dropping.outcome("a");
    outcome.catch(() => {});
    await dropping.start();
    await expect(outcome).rejects.toThrow("Não.");
    expect([dropping.arrived, keysOf(dropping)]).toEqual([["dois"], []]);

    const keeping = outboxOf([refusal("conflict")], () => ({ reason: "Fechado." }));
    keeping.put("a", "um");
    keeping.put("b", "dois");
    await keeping.start();
    expect(keeping.arrived).toEqual(["dois"]);
    expect(keeping.read()).toMatchObject([{ key: "a", refusal: "Fechado." }]);
    await keeping.start(); // it is not tried again
    expect(keeping.arrived).toEqual(["dois"]);
    keeping.takeBack("a");
    expect(keysOf(keeping)).toEqual([]);
  });

  test("of several kinds shares one order, lists what waited, and takes five hundred messages through, each once", async () => {
    const arrived: string[] = [];
    let away = true;
    const kind = (name: string) =>
      createOutbox<string, void>({
        name,
        place: "browser",
        send: async (message) => {
          if (away) throw OFFLINE;
          arrived.push(message);
        },
        refused: () => "drop",
        titleOf: (message) => `De ${message}`,
      });
    const [notes, answers] = [kind("notas:"), kind("respostas:")];
    const all = Array.from({ length: 500 }, (_, index) => `m${index}`);
    vi.useFakeTimers({ now: 1_000_000, toFake: ["Date"] });
    const put = (message: string, index: number) => {
      vi.setSystemTime(1_000_000 + index);
      (index % 3 ? notes : answers).put(message, message);
    };
    put(all[0]!, 0);
    const through = notes.start();
    await vi.waitFor(() => expect(answers.state().stuck).toBe(true));
    for (const [index, message] of all.entries()) if (index > 0) put(message, index);
    away = false;
    online();
    await through;
    vi.useRealTimers();
    expect(arrived).toEqual(all);
    const kept = Object.keys(browserStorage()).filter((key) => key.startsWith("rascunho:"));
    expect(kept.filter((key) => !key.includes("enviado:"))).toEqual([]);
    expect(kept).toHaveLength(20);
  });

  test("leaves what is refused for want of a session to the next login", async () => {
    const outbox = outboxOf([refusal("unauthenticated")], () => "after-login");
    outbox.put("a", "um");
    await outbox.start();
    expect([outbox.arrived, keysOf(outbox)]).toEqual([[], ["a"]]);
    await outbox.start();
    expect(outbox.arrived).toEqual(["um"]);
  });

  test("goes on after the page was loaded again, and keeps nothing for another member", async () => {
    outboxOf().put("a", "um");
    const again = outboxOf();
    expect(keysOf(again)).toEqual(["a"]);
    draftsOf("bela");
    expect(keysOf(again)).toEqual([]);
    await again.start();
    expect(again.arrived).toEqual([]);
  });

  test("sends also what the browser cannot keep, but nothing of a member who has left", async () => {
    full = true;
    const outbox = outboxOf();
    expect(outbox.put("a", "um")).toBe(false);
    await outbox.start();
    expect(outbox.arrived).toEqual(["um"]);
    outbox.put("b", "dois");
    forgetDrafts();
    await outbox.start();
    expect(outbox.arrived).toEqual(["um"]);
  });
});
