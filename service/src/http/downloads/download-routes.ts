import { routesOf } from "../route.ts";
import { downloadEnhanced } from "./download-enhanced.ts";
import { downloadOriginal } from "./download-original.ts";
import { redirectLegacy } from "./redirect-legacy.ts";

/** GET of pictures: the enhanced one in many shapes, the original as it was uploaded or in another shape. */
export const downloadRoutes = routesOf(
  downloadEnhanced,
  downloadOriginal,
  (app, parts) => redirectLegacy("preview", app, parts),
  (app, parts) => redirectLegacy("watermark", app, parts),
);
