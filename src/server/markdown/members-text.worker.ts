import { answerAsWorker } from "#app/server/answer-as-worker.ts";
import { SourceError } from "./markdown.ts";
import { type RenderedText, renderMarkdown, type TextTargets } from "./members-text.ts";

/** What the thread is given, and what it answers: the text rendered, or what is wrong in it. */
export type RenderInput = { markdown: string; targets: TextTargets };
export type RenderOutput = { rendered: RenderedText } | { refusal: string };

function answer({ markdown, targets }: RenderInput): RenderOutput {
  try {
    return { rendered: renderMarkdown(markdown, targets) };
  } catch (error) {
    if (error instanceof SourceError) return { refusal: error.message };
    throw error;
  }
}

answerAsWorker(answer);
