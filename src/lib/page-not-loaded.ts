/** The message of the error that stands for a page's script that did not come (scripts/pages-plugin.ts). */
export const PAGE_NOT_LOADED = "the page's script did not come";
