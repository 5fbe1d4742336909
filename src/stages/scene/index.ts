export { type ContentInput, readContent } from "./content/read-content.ts";
export { describeScene, type SceneInput } from "./describe-scene.ts";
export { parseSceneModel, type SceneModel } from "./model.ts";
export { classesOf, overlayOfScene, sceneColours } from "./picture-of-scene.ts";
export { sceneStage } from "./stage.ts";
