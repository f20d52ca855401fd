import { chmodSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import pg from "pg";
import { afterAll, expect, onTestFinished, test } from "vitest";
import { type EmbeddedDatabase, startEmbedded } from "#app/db/embedded/embedded.ts";

/** Settings of a cluster that need not last. */
export const SPEED = { fsync: "off" };

/** Folders for clusters of a test file, which are removed after its tests. */
export function clusterFolders() {
  const made: string[] = [];
  const outside = new Set<string>();
  afterAll(() => {
    for (const folder of [...made, ...outside]) rmSync(folder, { recursive: true, force: true });
  });

  /** An empty data folder. @param mode of the folder around it: 0700 is a home that no other user may enter */
  function folderOf(mode = 0o755): string {
    const folder = mkdtempSync(join(tmpdir(), "academia-embedded-"));
    chmodSync(folder, mode);
    made.push(folder);
    const data = join(folder, "data");
    mkdirSync(data);
    return data;
  }

  /** Starts the database of a data folder, until the end of the test. */
  async function open(data: string): Promise<EmbeddedDatabase> {
    const database = await startEmbedded(data, SPEED);
    if (!database.cluster.startsWith(dirname(data))) outside.add(dirname(database.cluster));
    onTestFinished(() => database.stop());
    return database;
  }

  /** What `write` stored, by a start of its own. */
  async function read(data: string): Promise<number> {
    const database = await open(data);
    const [row] = await query(database.url, "select value from kept");
    await database.stop();
    return row.value;
  }
  return { made, folderOf, open, read };
}

export async function query(url: string, statement: string): Promise<any[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return client
    .query(statement)
    .then(({ rows }) => rows)
    .finally(() => client.end());
}

export const write = (url: string) => query(url, "create table kept as select 7 as value");

/** A database goes where its data folder goes, and is missed when it is gone. @param mode of the folder around the data folder */
export function testMoves({ folderOf, open, read }: ReturnType<typeof clusterFolders>, mode?: number): void {
  test("a database goes with the folder when that is renamed", async () => {
    const data = folderOf(mode);
    const { url, stop } = await open(data);
    await write(url);
    await stop();
    renameSync(data, `${data}-renamed`);
    expect(await read(`${data}-renamed`)).toBe(7);
  }, 60_000);

  test("a database is missed, when it is gone: no empty one takes its place", async () => {
    const data = folderOf(mode);
    const { cluster, stop } = await open(data);
    await stop();
    renameSync(cluster, `${cluster}-away`);
    const before = readdirSync(data);
    await expect(startEmbedded(data, SPEED)).rejects.toThrow(/deveria estar em .+ e não está.+ npm run restore/s);
    expect(readdirSync(data)).toEqual(before);
    renameSync(`${cluster}-away`, cluster);
    await (await open(data)).stop();
    renameSync(join(data, "database.json"), `${data}.json`); // it says where the database is
    await expect(startEmbedded(data, SPEED)).rejects.toThrow(
      /database\.json diz onde está o banco de dados, e não pôde ser lido/,
    );
    renameSync(`${data}.json`, join(data, "database.json"));
    await (await open(data)).stop();
  }, 60_000);
}
