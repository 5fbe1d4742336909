export { observeTiming, readInContext } from "./camera-ways.ts";
export { formatS, type Link, linkOf, linksOf, sameExposureEv } from "./header-link.ts";
export { countOf, countScore, countsThrough } from "./maker-count.ts";
