import { EventEmitter } from "node:events";
import pg from "pg";
import { vi } from "vitest";
import type { TestApp } from "./app.ts";
import { expectError } from "./server-log.ts";

/** A part of a plan, as PostgreSQL describes it in JSON. */
type Node = Record<string, any>;

/** A statement as PostgreSQL carried it out. */
export type Carried = {
  text: string;
  ms: number;
  /** Rows of tables that were looked at, and blocks. */
  rows: number;
  blocks: number;
  /** Tables of which more than SMALL rows were read one after the other. */
  whole: string[];
  plan: Node;
};

const SMALL = 2_000;

/**
 * Makes PostgreSQL say of every statement of the application how it carried it out (its module auto_explain), on connections that are opened from now on.
 * @param mode `force_custom_plan` plans each for its values; `force_generic_plan` as statements are planned that connections prepare, for any values
 */
export async function explainAll(app: TestApp, mode: "force_custom_plan" | "force_generic_plan"): Promise<void> {
  const [{ name }] = await app.asOwner("select current_database() as name");
  const settings = {
    session_preload_libraries: "auto_explain",
    "auto_explain.log_min_duration": "0",
    "auto_explain.log_analyze": "on",
    "auto_explain.log_buffers": "on",
    "auto_explain.log_timing": "off",
    "auto_explain.log_format": "json",
    "auto_explain.log_level": "notice",
    plan_cache_mode: mode,
  };
  const set = Object.entries(settings).map(([key, value]) => `alter database ${name} set ${key} = '${value}'`);
  await app.asOwner(`load 'auto_explain'; ${set.join("; ")}`);
  expectError(/57P01|ECONNRESET|Connection terminated/); // of a request that comes before a lost connection is replaced
  await app.asOwner(
    "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name = '' and pid <> pg_backend_pid()",
  );
}

/** What the application runs until the end of the test. @returns takes what has come since the last call; of generic plans only those of prepared statements */
export function followPlans(mode: "force_custom_plan" | "force_generic_plan"): () => Carried[] {
  const prepared = new Set<string>();
  const carried: Carried[] = [];
  const query = pg.Client.prototype.query as (...given: any[]) => any;
  vi.spyOn(pg.Client.prototype, "query").mockImplementation(function (this: pg.Client, ...given: any[]) {
    if (given[0]?.name) prepared.add(flat(given[0].text));
    return query.apply(this, given);
  });
  vi.spyOn(pg.Client.prototype as unknown as EventEmitter, "emit").mockImplementation(function (this: pg.Client, event, ...rest) {
    const [, ms, explained] = (event === "notice" && /^duration: ([\d.]+) ms\s+plan:\s*(\{.*\})/s.exec(rest[0].message)) || [];
    if (explained) carried.push(read(Number(ms), JSON.parse(explained)));
    return EventEmitter.prototype.emit.call(this, event, ...rest);
  });
  return () => carried.splice(0).filter(({ text }) => mode === "force_custom_plan" || prepared.has(text));
}

function read(ms: number, { "Query Text": text, Plan: plan }: Node): Carried {
  const scans = nodesOf(plan).filter((node) => node["Node Type"].endsWith("Scan") && node["Relation Name"]);
  const whole = scans.filter((node) => node["Node Type"] === "Seq Scan" && rowsOf(node) > SMALL * node["Actual Loops"]);
  return {
    text: flat(text),
    ms,
    rows: Math.round(scans.reduce((sum, node) => sum + rowsOf(node), 0)),
    blocks: plan["Shared Hit Blocks"] + plan["Shared Read Blocks"],
    whole: whole.map((node) => node["Relation Name"]),
    plan,
  };
}

const flat = (text: string): string => text.replace(/\s+/g, " ").trim();

const nodesOf = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];

const rowsOf = (node: Node): number =>
  (node["Actual Rows"] + (node["Rows Removed by Filter"] ?? 0) + (node["Rows Removed by Index Recheck"] ?? 0)) *
  node["Actual Loops"];
