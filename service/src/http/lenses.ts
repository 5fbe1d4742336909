import { Type } from "@sinclair/typebox";
import { type CameraCoverage, createEngine, type LensCoverage } from "lightwell";
import { aiVersion } from "../domain/preferences.ts";
import { needsCompleteProfiles } from "../domain/recipe.ts";
import { type Html, html } from "./html.ts";
import { type App, routesOf } from "./route.ts";
import { onlyErrors } from "./schemas.ts";

/** /lenses: which lenses are corrected. */
export const lensRoutes = routesOf(listLenses);

/** What the engine's lens database covers. */
interface Coverage {
  readonly lenses: readonly LensCoverage[];
  readonly cameras: readonly CameraCoverage[];
}

let read: Promise<Coverage> | undefined;

/** Read once: it is part of the engine's package and does not change while the service runs. */
function readCoverage(): Promise<Coverage> {
  read ??= readDatabase();
  return read;
}

async function readDatabase(): Promise<Coverage> {
  const engine = createEngine({ workers: 1 });
  try {
    const [lenses, cameras] = [await engine.lenses(), await engine.cameras()];
    return { lenses, cameras };
  } finally {
    await engine.close();
  }
}

const measured = (what: string) => Type.Boolean({ description: `Whether ${what} was measured and is corrected` });

const lens = Type.Object({
  manufacturer: Type.String(),
  model: Type.String(),
  mounts: Type.Array(Type.String(), { description: "Camera mounts that it fits" }),
  crop_factor: Type.Number({ description: "Of the sensor that it was measured on" }),
  distortion: measured("distortion"),
  transverse_chromatic_aberration: measured("transverse chromatic aberration"),
  vignetting: measured("vignetting"),
});

const camera = Type.Object({
  manufacturer: Type.String(),
  model: Type.String(),
  mount: Type.String({ description: "Name of its lens mount; each compact camera has its own" }),
  crop_factor: Type.Number({ description: "Of its sensor" }),
});

const coverage = Type.Object({ lenses: Type.Array(lens), cameras: Type.Array(camera) });

/** GET /lenses */
function listLenses(app: App): void {
  app.route({
    method: "GET",
    url: "/lenses",
    schema: {
      summary: "The lenses that are corrected and the cameras that are known: JSON, or a page for browsers",
      tags: ["operations"],
      querystring: Type.Object({ ai_version: Type.Optional(aiVersion) }),
      response: {
        200: {
          description: "By manufacturer and model; a lens that was measured on several sensors is listed once for each",
          content: { "application/json": { schema: coverage }, "text/html": { schema: Type.Unsafe<string>({}) } },
        },
        ...onlyErrors(400, 401, 422, 429, 500, 503),
      },
    },
    async handler(request, reply) {
      const { ai_version: version = "latest" } = request.query;
      const { lenses: all, cameras } = await readCoverage();
      const lenses = needsCompleteProfiles(version) ? all.filter(isComplete) : all;
      reply.headers({ vary: "accept", "cache-control": "public, max-age=3600", "x-content-type-options": "nosniff" });
      if (/\btext\/html\b/.test(request.headers.accept ?? "")) {
        return reply
          .headers({ "content-security-policy": "default-src 'none'; frame-ancestors 'none'" })
          .type("text/html; charset=utf-8")
          .send(lensesPage({ lenses, cameras }, version));
      }
      return reply.type("application/json; charset=utf-8").send({
        lenses: lenses.map(({ maker, model, mounts, crop, corrects }) => ({
          manufacturer: maker,
          model,
          mounts: [...mounts],
          crop_factor: crop,
          distortion: corrects.distortion,
          transverse_chromatic_aberration: corrects.fringes,
          vignetting: corrects.vignetting,
        })),
        cameras: cameras.map(({ maker, model, mount, crop }) => ({
          manufacturer: maker,
          model,
          mount,
          crop_factor: crop,
        })),
      });
    },
  });
}

function isComplete({ corrects }: LensCoverage): boolean {
  return corrects.distortion && corrects.fringes && corrects.vignetting;
}

/** The lens coverage of an `ai_version` as a page without scripts or styles. */
function lensesPage({ lenses, cameras }: Coverage, version: string): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Lens coverage · Lightwell</title>
</head>
<body>
<h1>Lens coverage</h1>
<p>Correction applies to lenses that are made for the camera's mount; lens adapters are not supported. The profiles are lensfun's (CC BY-SA 3.0). This table is for ai_version ${version}; versions below 5 correct only lenses with all three measurements (<a href="/lenses?ai_version=4.x">table for 4.x</a>).</p>
<h2 id="lenses">Lenses</h2>
<table>
<thead><tr><th scope="col">Manufacturer<th scope="col">Model<th scope="col">Crop factor<th scope="col">Distortion<th scope="col">Transverse chromatic aberration<th scope="col">Vignetting</tr></thead>
<tbody>
${lenses.map(
  ({ maker, model, crop, corrects }) =>
    html`<tr><td>${maker}<td>${model}<td>${crop}${[corrects.distortion, corrects.fringes, corrects.vignetting].map(yesOrNo)}</tr>
`,
)}</tbody>
</table>
<h2 id="cameras">Cameras</h2>
<table>
<thead><tr><th scope="col">Manufacturer<th scope="col">Model<th scope="col">Mount<th scope="col">Crop factor</tr></thead>
<tbody>
${cameras.map(
  ({ maker, model, mount, crop }) => html`<tr><td>${maker}<td>${model}<td>${mount}<td>${crop}</tr>
`,
)}</tbody>
</table>
</body>
</html>
`.text;
}

function yesOrNo(is: boolean): Html {
  return is ? html`<td>yes` : html`<td>no`;
}
