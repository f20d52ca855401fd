/** Bundles the server and the operator's commands into build/program, when something that they are made of changed. */
export function bundle(): void;
