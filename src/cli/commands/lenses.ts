import type { LensCoverage } from "../../stages/lens/index.ts";
import { type Command, jsonFlag, withEngine } from "../command.ts";

export const lensesCommand: Command = {
  name: "lenses",
  usage: "[FLAGS] [WORD…]",
  summary: "Lists the lenses that can be corrected; words filter the list",
  tables: {},
  flags: { json: jsonFlag },
  takesPaths: false,
  async run({ paths, own }, streams) {
    return withEngine({}, async (engine) => {
      const lenses = await engine.lenses(paths.join(" "));
      if (own["json"]) streams.out(`${JSON.stringify({ lenses }, null, 2)}\n`);
      else for (const lens of lenses) streams.out(`${lineOf(lens)}\n`);
      return 0;
    });
  },
};

function lineOf({ maker, model, mounts, crop, corrects }: LensCoverage): string {
  const { distortion, fringes, vignetting } = corrects;
  const measured = [distortion && "distortion", fringes && "fringes", vignetting && "vignetting"].filter(Boolean);
  const name = model.toLowerCase().startsWith(maker.toLowerCase()) ? model : `${maker} ${model}`;
  return `${name}  ${mounts.join(", ")}  crop ${crop}  ${measured.length > 0 ? measured.join(", ") : "nothing measured"}`;
}
