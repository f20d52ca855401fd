import { answerAsWorker } from "#app/server/answer-as-worker.ts";
import { SourceError } from "#app/server/markdown/markdown.ts";
import { type RenderedText, renderText, type TextTargets } from "./render-text.ts";

/** What the thread is given, and what it answers: the text rendered, or what is wrong in it. */
export type RenderInput = { markdown: string; targets: TextTargets };
export type RenderOutput = { rendered: RenderedText } | { refusal: string };

function answer({ markdown, targets }: RenderInput): RenderOutput {
  try {
    return { rendered: renderText(markdown, targets) };
  } catch (error) {
    if (error instanceof SourceError) return { refusal: error.message };
    throw error;
  }
}

answerAsWorker(answer);
