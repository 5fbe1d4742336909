import { routesOf } from "../route.ts";
import { listLenses } from "./list-lenses.ts";

/** /lenses: which lenses are corrected. */
export const lensRoutes = routesOf(listLenses);
