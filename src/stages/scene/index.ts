export { type ContentInput, readContent } from "./content/read-content.ts";
export { copyForScene, describeCopy, describeScene, type SceneCopyInput, type SceneInput } from "./describe-scene.ts";
export { parseSceneModel, type SceneModel } from "./model.ts";
export { sceneColours } from "./params.ts";
export { classesOf, overlayOfScene } from "./picture-of-scene.ts";
export { sceneStage } from "./stage.ts";
