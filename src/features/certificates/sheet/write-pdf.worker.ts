import { answerAsWorker } from "#app/server/answer-as-worker.ts";
import { writePdf } from "./write-pdf.ts";

answerAsWorker(writePdf);
