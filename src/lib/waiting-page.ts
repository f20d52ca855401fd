import type { ComponentType } from "react";

/**
 * What a page behind the login says of itself in its `handle`: what it shows while it waits, in the measures of what will come. The build
 * renders it (src/pages.ts), so it depends on nothing but the page: no session, no parameter, no search.
 */
export type WaitingPage = { Shell: ComponentType };
