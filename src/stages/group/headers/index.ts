export { observeTiming, readInContext } from "./camera-ways.ts";
export { formatS, type HeaderLink, headerLinkOf, headerLinksOf } from "./header-link.ts";
export { countOf, countScore, countsThrough } from "./maker-count.ts";
