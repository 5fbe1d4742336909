import type { App } from "../../http/route.ts";
import { rotateKey } from "../../store/account-store.ts";
import { visitorOf } from "../shell/frames.ts";
import type { WebParts } from "../shell/web-parts.ts";

/** POST /settings/key/rotate */
export function rotateApiKey(app: App, { parts: { database, secrets }, site }: WebParts): void {
  app.post("/settings/key/rotate", { schema: { hide: true } }, async (request, reply) => {
    const { accountId } = visitorOf(request).account;
    await database.transact((transaction) => rotateKey(transaction, secrets, accountId));
    request.log.info({ accountId }, "an API key was rotated");
    return reply.redirect(`${site.base}/settings?done=rotated`, 303);
  });
}
