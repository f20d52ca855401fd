import { ApiError } from "./api.ts";

type Ask = () => Promise<boolean>;

let ask: Ask | undefined;

/**
 * Says who asks the member for the proof that a sensitive act wants: the one dialog of the application.
 * @param next resolves to false when they leave it
 * @returns what takes it back
 */
export function onProofRequired(next: Ask): () => void {
  ask = next;
  return () => {
    if (ask === next) ask = undefined;
  };
}

/** Does an act; where it is refused for want of a young proof, asks for one and does it again. @throws what the act throws */
export async function withProof<Result>(act: () => Promise<Result>): Promise<Result> {
  try {
    return await act();
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== "proof_required" || !ask || !(await ask())) throw error;
    return act();
  }
}
