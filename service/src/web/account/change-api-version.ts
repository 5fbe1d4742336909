import { Type } from "@sinclair/typebox";
import type { App } from "../../http/route.ts";
import { setApiVersion } from "../../store/account-store.ts";
import { visitorOf } from "../shell/frames.ts";
import type { WebParts } from "../shell/web-parts.ts";

const versionForm = Type.Object({ version: Type.String({ pattern: "^\\d{4}-\\d{2}-\\d{2}$" }) });

/** POST /settings/api-version */
export function changeApiVersion(app: App, { parts: { database }, site }: WebParts): void {
  app.route({
    method: "POST",
    url: "/settings/api-version",
    schema: { hide: true, body: versionForm },
    async handler(request, reply) {
      const { accountId } = visitorOf(request).account;
      const { version } = request.body;
      await setApiVersion(database.queries, accountId, version);
      request.log.info({ accountId, version }, "an API version was changed");
      return reply.redirect(`${site.base}/settings?done=version`, 303);
    },
  });
}
