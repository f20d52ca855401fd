import { parentPort, workerData } from "node:worker_threads";
import { type PdfInput, writePdf } from "./write-pdf.ts";

parentPort!.postMessage(await writePdf(workerData as PdfInput));
