import type { StageDescriptor } from "../descriptor.ts";
import type { LensResult } from "./lens.ts";
import { lensOptions } from "./options.ts";

type LensFacts = Partial<Omit<LensResult, "correction">>;

/** First words of the operation text for a lens correction. */
export const lensOperation = "corrected the lens";

export const lensStage = {
  options: lensOptions,
  heading: "Lens and perspective",
  sideTasks: { database: { does: "unpacks the lens database", neededBy: "lens" } },
  facts: ({ correction: _, ...facts }: Partial<LensResult>): LensFacts => facts,
  operations: ({ applied, profile }: LensFacts) => {
    if (!applied) return [];
    const { corrects } = profile ?? {};
    const names = [
      corrects?.distortion && "distortion",
      corrects?.tca && "colour fringes",
      corrects?.vignetting && "vignetting",
    ];
    return [`${lensOperation} (${names.filter(Boolean).join(", ")})`];
  },
} as const satisfies StageDescriptor;
