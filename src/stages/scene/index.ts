export { describeScene, type SceneInput } from "./describe-scene.ts";
export { parseSceneModel, type SceneModel } from "./model.ts";
export { classesOf, overlayOfScene } from "./picture-of-scene.ts";
export {
  type SceneClass,
  type SceneDescription,
  type SceneMap,
  sceneClasses,
  sceneKinds,
  sceneLights,
} from "./scene-map.ts";
export { sceneStage } from "./stage.ts";
