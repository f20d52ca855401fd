/** Processor time of processes, by proc(5). What a request costs by it can be compared on a busy machine, where requests a second cannot. */
import { readdirSync, readFileSync, readlinkSync } from "node:fs";

/** The processor time of a process so far, in ms: user and system time in hundredths of a second; 0 for one that has ended. */
export function processorTime(pid: number | string): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]!.split(" ");
    return (Number(fields[11]) + Number(fields[12])) * 10;
  } catch {
    return 0;
  }
}

/** The processor time of the embedded PostgreSQL, whose processes work in the data folder as the server does; in ms. */
export const databaseTime = (folder: string, server: number): number =>
  readdirSync("/proc")
    .filter((pid) => {
      try {
        return Number(pid) !== server && readlinkSync(`/proc/${pid}/cwd`).startsWith(folder);
      } catch {
        return false; // no process, or one that has just ended
      }
    })
    .reduce((sum, pid) => sum + processorTime(pid), 0);
