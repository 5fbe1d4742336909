import type { RoutesByAccess } from "../shell/web-parts.ts";
import { approveImage, deleteImage, rateImage, reportImage } from "./change-image.ts";
import { downloadImage } from "./download-image.ts";
import { remakeImages } from "./remake-images.ts";
import { showImage } from "./show-image.ts";
import { showBefore, showFrame, showPicture } from "./show-images.ts";
import { showTrial } from "./show-trial.ts";

/** /app/images and /app/frames: one picture, large, and what can be done with it. */
export const pictureRoutes: RoutesByAccess = {
  viewer: [showImage, showPicture, showBefore, showFrame, approveImage, rateImage, reportImage],
  editor: [showTrial, downloadImage, remakeImages, deleteImage],
};
