import type { OptionsInput } from "../../options/index.ts";

/** What is rectified is decided by the lens and perspective stages; carrying it out has nothing to choose. */
export const rectifyOptions = {} as const;

export type RectifyOptionsInput = OptionsInput<typeof rectifyOptions>;
