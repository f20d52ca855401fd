import { answerAsWorker } from "#app/server/answer-as-worker.ts";
import { SourceError } from "#app/server/markdown/markdown.ts";
import { type PostTargets, type RenderedPost, renderPost } from "./render-post.ts";

/** What the thread is given, and what it answers: the post rendered, or what is wrong in it. */
export type RenderInput = { markdown: string; targets: PostTargets };
export type RenderOutput = { rendered: RenderedPost } | { refusal: string };

function answer({ markdown, targets }: RenderInput): RenderOutput {
  try {
    return { rendered: renderPost(markdown, targets) };
  } catch (error) {
    if (error instanceof SourceError) return { refusal: error.message };
    throw error;
  }
}

answerAsWorker(answer);
