import { useEffect, useState } from "react";

const PAUSE_MS = 900;

/** What was written, once the writing has paused; emptied at once. */
export function usePause(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), text ? PAUSE_MS : 0);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}
