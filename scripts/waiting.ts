/**
 * `npm run bench:waiting [-- address]`: what a member waits for, on the built application with demonstration data, or on the one at an
 * address. It prints
 * - how many requests, and how many bytes on the line, the first visit to some pages takes, by when it has its data;
 * - how much each protected page shifts while it loads (the sum of all layout shifts, which is never less than CLS), on a phone over
 *   a slow line (1.6 Mbit/s, 150 ms);
 * - how long until the first paragraph of a lesson and the panel can be read over Slow 3G (400 kbit/s each way, 400 ms before each answer,
 *   which is WebPageTest's definition; DevTools' preset of the name has 2,000 ms).
 * The last two with a processor slowed four times, an empty cache, and a device that knows that its owner is signed in, each
 * `BENCH_ROUNDS` times. `BENCH_ONLY="dashboard|licao"` takes the addresses that match. Figures: docs/performance.md.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Browser, chromium, type Page } from "@playwright/test";
import { signIn, startServer, stopServer } from "./bench-server.ts";
import { findTestChromium } from "./chromium.mjs";

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 3);
const ONLY = new RegExp(process.env.BENCH_ONLY ?? "");
const SLOW_4G = { latency: 150, bits: 1_600_000 };
const SLOW_3G = { latency: 400, bits: 400_000 };
const STUDENT = "aluno@academia.example";
const ADMINISTRATOR = "admin@academia.example";
const LESSON = "/modulo/1/licao/1";
const EXAM = "/exame/aprendiz";

const MEMBERS = [
  "/dashboard",
  "/conta",
  "/avaliacao",
  "/modulos",
  "/modulo/1",
  LESSON,
  "/revisao",
  EXAM,
  "/estudos",
  "/documentos",
  "/certificados",
  "/mentoria",
  "/mentoria?aba=sessoes",
  "/biblioteca",
  "/anotacoes",
  "/busca",
  "/comunidade",
  "/comunidade/sala/aprendiz",
  "/comunidade/novo/geral",
  "/comunidade/regras",
  "/avisos",
  "/notificacoes",
];
const ADMINISTRATORS = [
  "/admin",
  "/admin?aba=comunidade",
  "/admin?aba=avisos",
  "/gestao-mentores",
  "/biblioteca/adicionar",
  "/comunidade/moderacao",
];

/** What can be read when the wait is over. */
const READABLE: Record<string, string> = { [LESSON]: "main article.text p", "/dashboard": "#t-atividades" };

type Person = { cookie: string; hint: "in" | "admin" } | undefined;
type Line = { latency: number; bits: number };

/** The topics of the demonstration in a board. */
async function topicsOf(url: string, cookie: string, board: string): Promise<string[]> {
  const answer = await fetch(`${url}/api/community/boards/${board}/topics`, { headers: { cookie } });
  const { topics } = (await answer.json()) as { topics: { id: string }[] };
  return topics.map(({ id }) => `/comunidade/assunto/${id}`);
}

/** A page of an empty browser on a phone. @param line without one neither line nor processor are slowed */
async function open(browser: Browser, url: string, person: Person, line?: Line): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 360, height: 740 }, deviceScaleFactor: 2, hasTouch: true });
  if (person) {
    const cookies = person.cookie.split("; ").map((each) => each.split("=", 2) as [string, string]);
    await context.addCookies(cookies.map(([name, value]) => ({ name, value, url })));
    await context.addInitScript((hint) => localStorage.setItem("sessao", hint), person.hint);
  }
  const page = await context.newPage();
  if (line) {
    const device = await context.newCDPSession(page);
    const throughput = line.bits / 8;
    await device.send("Network.enable");
    await device.send("Network.emulateNetworkConditions", {
      offline: false,
      latency: line.latency,
      downloadThroughput: throughput,
      uploadThroughput: throughput,
    });
    await device.send("Emulation.setCPUThrottlingRate", { rate: 4 });
  }
  return page;
}

/** The page shows its heading and waits for nothing, and nothing has come for a while. */
async function quiet(page: Page): Promise<void> {
  await page.waitForFunction(() => document.querySelector("main h1") && !document.querySelector(".waiting, .skeleton"));
  await page.waitForLoadState("networkidle");
}

async function weight(browser: Browser, url: string, path: string, person: Person): Promise<string> {
  const page = await open(browser, url, person);
  const device = await page.context().newCDPSession(page);
  let [requests, scripts, bytes] = [0, 0, 0];
  await device.send("Network.enable");
  device.on("Network.responseReceived", ({ type }) => {
    requests += 1;
    if (type === "Script") scripts += 1;
  });
  device.on("Network.loadingFinished", ({ encodedDataLength }) => {
    bytes += encodedDataLength;
  });
  await page.goto(url + path);
  await quiet(page);
  await page.context().close();
  return `${requests} requests (${scripts} scripts), ${Math.round(bytes / 1000)} kB`;
}

type Shifts = { sum: number; worst: number; moved: string };

/** The sum of a page's layout shifts, and what moved most, from where to where. */
async function shifts(browser: Browser, url: string, path: string, person: Person): Promise<Shifts> {
  const page = await open(browser, url, person, SLOW_4G);
  await page.addInitScript(() => {
    type Source = { node?: Node; previousRect: DOMRect; currentRect: DOMRect };
    type Shift = PerformanceEntry & { value: number; sources: Source[] };
    const seen: Shifts = { sum: 0, worst: 0, moved: "" };
    Object.assign(window, { seen });
    const place = ({ x, y, width, height }: DOMRect) => [x, y, width, height].map(Math.round).join(",");
    new PerformanceObserver((list) => {
      for (const { value, sources } of list.getEntries() as Shift[]) {
        seen.sum += value;
        if (value <= seen.worst) continue;
        const names = sources.map(({ node, previousRect, currentRect }) => {
          const name = node instanceof Element ? `${node.localName}.${node.className}` : `“${node?.textContent?.slice(0, 20)}”`;
          return `${name} ${place(previousRect)} → ${place(currentRect)}`;
        });
        Object.assign(seen, { worst: value, moved: names.join("; ") });
      }
    }).observe({ type: "layout-shift", buffered: true });
  });
  await page.goto(url + path);
  await quiet(page);
  await page.waitForTimeout(500);
  const seen = await page.evaluate(() => (window as unknown as { seen: Shifts }).seen);
  await page.context().close();
  return seen;
}

async function shiftsInRounds(browser: Browser, url: string, path: string, person: Person): Promise<string> {
  const rounds: Shifts[] = [];
  for (let round = 0; round < ROUNDS; round += 1) rounds.push(await shifts(browser, url, path, person));
  const sums = rounds.map(({ sum }) => sum).toSorted((one, other) => one - other);
  const worst = rounds.find(({ sum }) => sum === sums.at(-1))!;
  const figures = `${sums[0]!.toFixed(3)} to ${worst.sum.toFixed(3)}, median ${median(sums).toFixed(3)}`;
  return worst.sum < 0.05 ? figures : `${figures}   ${worst.moved}`;
}

/** Milliseconds from the navigation's start until the element is painted. */
async function wait(browser: Browser, url: string, path: string, person: Person): Promise<number> {
  const page = await open(browser, url, person, SLOW_3G);
  await page.goto(url + path, { waitUntil: "commit" });
  const time = await page.evaluate(async (selector) => {
    const frame = () => new Promise(requestAnimationFrame);
    while (!document.querySelector(selector)?.checkVisibility()) await frame();
    await frame();
    return performance.now();
  }, READABLE[path]!);
  await page.context().close();
  return time;
}

const median = (values: number[]) => values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)]!;

async function measure(url: string): Promise<void> {
  const browser = await chromium.launch({ executablePath: findTestChromium()! });
  const member: Person = { cookie: await signIn(url, STUDENT), hint: "in" };
  const administrator: Person = { cookie: await signIn(url, ADMINISTRATOR), hint: "admin" };
  const print = (path: string, result: string) => console.log(`  ${path.padEnd(28)} ${result}`);
  try {
    console.log("First visit:");
    for (const [path, person] of [
      ["/"],
      ["/login"],
      ["/dashboard", member],
      [LESSON, member],
      ["/admin", administrator],
    ] as const)
      if (ONLY.test(path)) print(path, await weight(browser, url, path, person));
    console.log(`Shifts in ${ROUNDS} rounds (aim: below 0.05):`);
    const members = [...MEMBERS, ...(await topicsOf(url, member.cookie, "geral")).slice(0, 2)];
    for (const path of members.filter((each) => ONLY.test(each))) print(path, await shiftsInRounds(browser, url, path, member));
    for (const path of ADMINISTRATORS.filter((each) => ONLY.test(each)))
      print(path, await shiftsInRounds(browser, url, path, administrator));
    console.log(`Slow 3G, processor slowed 4 times, median of ${ROUNDS}:`);
    for (const path of Object.keys(READABLE).filter((each) => ONLY.test(each))) {
      const rounds: number[] = [];
      for (let round = 0; round < ROUNDS; round += 1) rounds.push(await wait(browser, url, path, member));
      print(path, `${(median(rounds) / 1000).toFixed(1)} s (${rounds.map((time) => (time / 1000).toFixed(1)).join(", ")})`);
    }
  } finally {
    await browser.close();
  }
}

const [address] = process.argv.slice(2);
if (address) await measure(address.replace(/\/$/, ""));
else {
  const folder = mkdtempSync(join(tmpdir(), "academia-waiting-"));
  const { server, url } = await startServer(folder);
  try {
    await measure(url);
  } finally {
    await stopServer(server);
    rmSync(folder, { recursive: true, force: true });
  }
}
