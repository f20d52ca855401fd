/** Bundles the server and the operator's commands into build/program, when something that they are made of changed. */
export function bundle(): void;

/** How the server's process keeps small: settings of its environment. */
export const memorySettings: Record<string, string>;

/** @throws Error when the Node that runs npm is older than the packages ask for */
export function refuseOldNode(version?: string): void;
