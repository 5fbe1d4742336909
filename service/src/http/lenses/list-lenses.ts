import { Type } from "@sinclair/typebox";
import type { LensCoverage } from "lightwell";
import { aiVersion } from "../../domain/preferences.ts";
import { needsCompleteProfiles } from "../../domain/recipe.ts";
import type { App } from "../route.ts";
import { onlyErrors } from "../schemas.ts";
import { readCoverage } from "./coverage.ts";
import { lensesPage } from "./lenses-page.ts";

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
export function listLenses(app: App): void {
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
