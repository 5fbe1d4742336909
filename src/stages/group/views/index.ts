export { gatherViews } from "./gather-views.ts";
export { splitRepeats } from "./split-repeats.ts";
export type { View } from "./view.ts";
