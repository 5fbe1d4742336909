import { Type } from "@sinclair/typebox";
import type { App } from "../../http/route.ts";
import { setWatermarking } from "../../store/shares.ts";
import { visitorOf } from "../shell/frames.ts";
import type { WebParts } from "../shell/web-parts.ts";

const sharingForm = Type.Object({ watermark: Type.String({ enum: ["yes", "no"], default: "no" }) });

/** POST /settings/sharing */
export function changeSharing(app: App, { parts, site }: WebParts): void {
  app.route({
    method: "POST",
    url: "/settings/sharing",
    schema: { hide: true, body: sharingForm },
    async handler(request, reply) {
      const { accountId } = visitorOf(request).account;
      await setWatermarking(parts.database.queries, accountId, request.body.watermark === "yes");
      return reply.redirect(`${site.base}/settings?done=sharing`, 303);
    },
  });
}
