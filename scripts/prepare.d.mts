/** Bundles the server and the operator's commands into build/program, when something that they are made of changed. */
export function bundle(): void;

/** How the server's process keeps small: flags of Node and settings of the environment. */
export const runtime: { flags: string[]; env: Record<string, string> };

/** @throws Error when the Node that runs npm is older than the packages ask for */
export function refuseOldNode(version?: string): void;
