import type { App } from "../../http/route.ts";
import { recordAction, rotateKey } from "../../store/account-store.ts";
import { actingOf } from "../shell/frames.ts";
import type { WebParts } from "../shell/web-parts.ts";

/** POST /settings/key/rotate */
export function rotateApiKey(app: App, { parts: { database, secrets }, site }: WebParts): void {
  app.post("/settings/key/rotate", { schema: { hide: true } }, async (request, reply) => {
    const account = actingOf(request);
    const { accountId } = account;
    await database.transact(async (transaction) => {
      await rotateKey(transaction, secrets, accountId);
      await recordAction(transaction, { ...account, action: "rotate-key" });
    });
    request.log.info({ accountId }, "an API key was rotated");
    return reply.redirect(`${site.base}/settings?done=rotated`, 303);
  });
}
