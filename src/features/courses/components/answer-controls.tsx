import { Alternatives } from "./alternatives.tsx";
import type { AnswerParts } from "./answer-parts.ts";
import { MatchPairs } from "./match-pairs.tsx";
import { OrderItems } from "./order-items.tsx";
import { SeveralAlternatives } from "./several-alternatives.tsx";

const PARTS = {
  choice: Alternatives,
  multiple: SeveralAlternatives,
  classify: Alternatives,
  order: OrderItems,
  match: MatchPairs,
};

/** What a question is answered with, by its form. */
export function AnswerControls(props: AnswerParts) {
  const Parts = PARTS[props.check.form];
  return <Parts {...props} />;
}
