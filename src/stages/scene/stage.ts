import type { SceneDescription } from "../../ops/index.ts";
import { sceneClasses } from "../../ops/index.ts";
import type { StageDescriptor } from "../descriptor.ts";

/** What a picture shows, for the report. */
export interface SceneFacts extends Omit<SceneDescription, "map"> {
  /** Share of the picture that each class covers, 0 to 1. */
  readonly shares: Readonly<Record<string, number>>;
}

export const sceneStage = {
  options: {},
  heading: "Brightness and colour",
  facts: ({ map, ...whole }: SceneDescription): SceneFacts => ({ ...whole, shares: sharesOf(map) }),
} as const satisfies StageDescriptor;

/** Share of the picture that each class covers. */
function sharesOf({ planes }: SceneDescription["map"]): Record<string, number> {
  const shares = sceneClasses.map((name) => {
    const plane = planes[name];
    return [name, plane.reduce((sum, value) => sum + value, 0) / plane.length] as const;
  });
  return Object.fromEntries(shares);
}
