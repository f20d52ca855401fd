/** The same page at the address of a board; a route has one file of its own. */
export { default, handle } from "./community.tsx";
