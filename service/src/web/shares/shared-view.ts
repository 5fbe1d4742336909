import type { ImageResult } from "../../database/stored-values.ts";
import { type Html, html } from "../../http/html.ts";
import { pictureStage } from "../pictures/picture-stage.ts";
import { layout } from "../shell/layout.ts";
import type { Site } from "../shell/site.ts";

export interface SharedView {
  readonly token: string;
  readonly imageId: string;
  readonly name: string;
  readonly result: ImageResult;
  readonly isWatermarked: boolean;
  readonly orderTitle: string;
}

/** A 360° picture of a shared order, seen from its middle; only in the size that links show. */
export function sharedView(site: Site, { token, imageId, name, result, isWatermarked, orderTitle }: SharedView): Html {
  const address = `${site.base}/share/${token}`;
  const { preview, isThreesixty } = result;
  const version = `${preview.sha256.slice(0, 16)}${isWatermarked ? "w" : ""}`;
  const picture = `${address}/images/${imageId}?size=view&v=${version}`;
  return layout(
    { site },
    name,
    undefined,
    pictureStage({
      ...{ name, isThreesixty, size: preview, fullWidth: preview.width },
      after: { view: picture, full: picture },
      isOfOrder: false,
    }),
    {
      isWide: true,
      script: "picture",
      heading: html`<div class="viewer-head"><nav class="crumbs" aria-label="Path"><a href="${address}"><bdi>${orderTitle}</bdi></a></nav>
<h1><bdi>${name}</bdi></h1></div>`,
    },
  );
}
