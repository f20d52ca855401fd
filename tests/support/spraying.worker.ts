/** Sprays in a thread of its own: an attacker's machine is not the owner's, and must not hold up the clock that measures them. */
import { parentPort, workerData } from "node:worker_threads";
import { spray } from "./spraying.ts";

parentPort!.postMessage(await spray(workerData));
