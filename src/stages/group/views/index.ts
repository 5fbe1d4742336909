export { gatherViews } from "./gather-views.ts";
export { splitRepeats, type View } from "./view.ts";
