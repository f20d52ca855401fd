import { answerAsWorker } from "#app/server/answer-as-worker.ts";
import { readList } from "./read-list.ts";

answerAsWorker(readList);
