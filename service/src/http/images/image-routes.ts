import { routesOf } from "../route.ts";
import { deleteImage } from "./delete-image.ts";
import { enhanceImageAgain } from "./process-image.ts";
import { readImage } from "./read-image.ts";
import { registerImage } from "./register-image.ts";
import { reportImage } from "./report-image.ts";

/** /v3/images: register, read, process again, report, delete. */
export const imageRoutes = routesOf(registerImage, readImage, enhanceImageAgain, reportImage, deleteImage);
