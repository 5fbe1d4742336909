export { type Evidence, weighTilts } from "./evidence.ts";
export { edgesOf, findSegments } from "./find-edges.ts";
export { focalLengthOf } from "./focal-length.ts";
export { type PerspectiveOptions, type PerspectiveOptionsInput, perspectiveOptions } from "./options.ts";
export { type PerspectiveFacts, type PerspectiveInput, type PerspectiveResult, perspective } from "./perspective.ts";
export { pictureOfLines, type SeenGeometry } from "./picture-of-lines.ts";
export { checkSharedFocal, type FocalReading, readFocal, type SharedFocal, shareFocal } from "./share-focal.ts";
export { perspectiveStage } from "./stage.ts";
export { axesOf, levelHomography, type View } from "./tilt.ts";
