export { countOf, countScore, countsThrough, observeTiming, readInContext } from "./camera-ways.ts";
export { formatS, type HeaderLink, headerLinkOf, headerLinksOf } from "./header-link.ts";
