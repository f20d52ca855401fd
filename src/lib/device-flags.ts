/**
 * What a browser remembers of itself, whoever is here: `guardado`, it keeps something to be read without a connection; `saindo`, its member
 * left without a connection, and the server does not know it yet; `instalar`, it has been offered once to put the site on the home screen.
 */
type Flag = "guardado" | "saindo" | "instalar";

export const hasFlag = (flag: Flag): boolean => {
  try {
    return localStorage.getItem(flag) !== null;
  } catch {
    return false; // a browser that keeps nothing
  }
};

export function setFlag(flag: Flag, on: boolean): void {
  try {
    if (on) localStorage.setItem(flag, "1");
    else localStorage.removeItem(flag);
  } catch {
    // as above
  }
}
