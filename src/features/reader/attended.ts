const TOUCHES = ["pointerdown", "keydown", "wheel", "touchstart", "popstate"] as const;

let attended = true;
const followers = new Set<() => void>();

function set(to: boolean): void {
  attended = to;
  for (const follower of followers) follower();
}

function touch(): void {
  for (const name of TOUCHES) removeEventListener(name, touch, true);
  set(true);
}

/** The page that comes was opened by nobody's hand: reading aloud went on to it. Until somebody touches it, nobody is known to read it. */
export function openUnattended(): void {
  for (const name of TOUCHES) addEventListener(name, touch, { capture: true, passive: true });
  set(false);
}

/** Whether somebody opened this page, or has touched it since. */
export const isAttended = (): boolean => attended;

/** For `useSyncExternalStore`. */
export const followAttended = (follower: () => void): (() => void) => {
  followers.add(follower);
  return () => void followers.delete(follower);
};
