/** Deeper and in more parts than anything that a page or a program of ours sends. */
const DEEPEST = 10;
const MOST_PARTS = 10_000;

/**
 * Whether JSON is nested and divided no further than what we are sent in earnest. It looks at each character once, before the text is parsed
 * and compared with a schema, which for deep or much divided JSON takes many times as long.
 */
export function isWithinBounds(json: string): boolean {
  let depth = 0;
  let parts = 0;
  let quoted = false;
  for (let at = 0; at < json.length; at += 1) {
    const sign = json[at];
    if (quoted) {
      if (sign === "\\") at += 1;
      else if (sign === '"') quoted = false;
      continue;
    }
    if (sign === '"') quoted = true;
    else if (sign === "]" || sign === "}") depth -= 1;
    else if (sign === "[" || sign === "{" || sign === ",") {
      parts += 1;
      if (sign !== ",") depth += 1;
      if (depth > DEEPEST || parts > MOST_PARTS) return false;
    }
  }
  return true;
}
