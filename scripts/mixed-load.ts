import { setTimeout as pause } from "node:timers/promises";
import sharp from "sharp";
import { signIn, signUp } from "./bench-server.ts";

/** What members, mentors and administrators do on a day, on an academy with demonstration data, for the benchmarks that take long. */
export type MixedLoad = {
  /** Costly requests under way, by what they do. */
  inWork: ReadonlyMap<string, number>;
  /** How many requests were answered, and refused or failed, since this was last asked. */
  take: () => { requests: number; failed: number };
  stop: () => Promise<void>;
};

/** @param rate requests a second of all connections together; without it as many as they get */
export async function openMixedLoad(url: string, connections: number, rate = Number.POSITIVE_INFINITY): Promise<MixedLoad> {
  const inWork = new Map<string, number>();
  const drawn = (await requestsOf(url, inWork)).flatMap(([often, make]) => Array.from({ length: often }, () => make));
  let [going, requests, failed] = [true, 0, 0];
  const connection = async () => {
    while (going) {
      const begun = performance.now();
      await one(drawn)().catch((error: Error) => {
        if (failed === 0) console.error(error.message);
        failed += 1;
      });
      requests += 1;
      await pause(Math.max(0, (connections / rate) * 1_000 - (performance.now() - begun)));
    }
  };
  const open = Array.from({ length: connections }, connection);
  return {
    inWork,
    take: () => {
      const taken = { requests, failed };
      [requests, failed] = [0, 0];
      return taken;
    },
    stop: async () => {
      going = false;
      await Promise.all(open);
    },
  };
}

const one = <Value>(values: readonly Value[]): Value => values[Math.floor(Math.random() * values.length)]!;
const upTo = (number: number) => 1 + Math.floor(Math.random() * number);

type Sent = { path: string; cookie?: string; method?: string; json?: unknown; bytes?: Buffer };

/** How often in a thousand, and what. */
async function requestsOf(url: string, inWork: Map<string, number>): Promise<[number, () => Promise<unknown>][]> {
  async function send({ path, cookie = "", method, json, bytes }: Sent): Promise<void> {
    const body = json ? JSON.stringify(json) : bytes;
    const type = json ? "application/json" : "application/octet-stream";
    const answer = await fetch(url + path, {
      method: method ?? (body ? "POST" : "GET"),
      headers: { origin: url, cookie, ...(body && { "content-type": type }) },
      ...(body && { body: body as BodyInit }),
    });
    await answer.arrayBuffer();
    if (answer.status >= 400) throw new Error(`${path} answered ${answer.status}`);
  }
  async function whileNamed<Value>(name: string, work: () => Promise<Value>): Promise<Value> {
    inWork.set(name, (inWork.get(name) ?? 0) + 1);
    try {
      return await work();
    } finally {
      inWork.set(name, inWork.get(name)! - 1);
    }
  }
  /** It asks for a recent proof, which a login is. */
  async function exportData(): Promise<void> {
    const cookie = await whileNamed("sign-in", () => signIn(url, "aluno@academia.example"));
    await whileNamed("export", () => send({ path: "/api/account/export", cookie }));
  }

  const student = await signIn(url, "aluno@academia.example");
  const mentor = await signIn(url, "mentor@academia.example");
  const admin = await signIn(url, "admin@academia.example");
  const answer = await fetch(`${url}/api/studies`, { headers: { cookie: mentor } });
  const { studies } = (await answer.json()) as { studies: { id: string }[] };
  const cover = await sharp({
    create: { width: 1600, height: 2400, channels: 3, background: "#808080", noise: { type: "gaussian", mean: 128, sigma: 40 } },
  })
    .jpeg()
    .toBuffer();
  const lesson = () => `/api/modules/1/lessons/${upTo(5)}`;
  const progress = { position: 0.4, furthest: 0.6, seconds: 1 };
  return [
    [300, () => send({ path: one(["/", "/dicionario", "/rito-york", "/faq", "/login"]) })],
    [150, () => send({ path: "/api/dashboard", cookie: student })],
    [100, () => send({ path: "/api/modules", cookie: student })],
    [100, () => send({ path: lesson(), cookie: student })],
    [100, () => send({ path: `${lesson()}/text`, cookie: student })],
    [70, () => send({ path: `${lesson()}/progress`, method: "PUT", cookie: mentor, json: progress })],
    [50, () => send({ path: "/api/library/items", cookie: student })],
    [40, () => send({ path: "/api/mentoring/sessions", cookie: mentor })],
    [40, () => send({ path: `/api/studies/${one(studies).id}`, cookie: mentor })],
    [20, () => send({ path: "/api/admin/members/search", cookie: admin, json: {} })],
    [10, () => send({ path: "/api/admin/system", cookie: admin })],
    [5, exportData],
    [10, () => whileNamed("sign-in", () => signIn(url, "aluno@academia.example"))],
    [3, () => whileNamed("sign-up", () => signUp(url))],
    [2, () => whileNamed("cover", () => send({ path: "/api/library/uploads/cover", cookie: admin, bytes: cover }))],
  ];
}
