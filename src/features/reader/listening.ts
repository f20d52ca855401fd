/** What a device keeps of how it reads aloud. */
export const SPEEDS = [0.8, 1, 1.25, 1.5, 1.75] as const;
export type Speed = (typeof SPEEDS)[number];

const SPEED = "velocidade-da-leitura";
/** Whether reading goes on to the next text. */
const GOES_ON = "seguir-ouvindo";
/** Of the text that was listened to last: its address, and the piece that was being read. */
const HEARD = "ouvido-ate";

function read(name: string): string | null {
  try {
    return localStorage.getItem(name);
  } catch {
    return null; // a browser that keeps nothing
  }
}

function keep(name: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(name);
    else localStorage.setItem(name, value);
  } catch {
    // as above: it lasts as long as the page
  }
}

export const keptSpeed = (): Speed => SPEEDS.find((speed) => speed === Number(read(SPEED))) ?? 1;
export const keepSpeed = (speed: Speed): void => keep(SPEED, String(speed));

export const goesOn = (): boolean => read(GOES_ON) === "1";
export const keepGoesOn = (on: boolean): void => keep(GOES_ON, on ? "1" : null);

/** The piece at which listening to this page stopped the last time. */
export function heardPiece(): number | undefined {
  const [path, at] = read(HEARD)?.split(" ") ?? [];
  return path === location.pathname ? Number(at) : undefined;
}
export const keepHeard = (piece: number): void => keep(HEARD, `${location.pathname} ${piece}`);
export const forgetHeard = (): void => keep(HEARD, null);
