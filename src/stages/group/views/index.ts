export { gatherViews, type View } from "./gather-views.ts";
export { hasNamesInOrder } from "./names-in-order.ts";
export { splitRepeats } from "./split-repeats.ts";
