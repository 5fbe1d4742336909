import { rotateKey } from "../../../store/account-store.ts";
import type { App } from "../../route.ts";
import { visitorOf } from "../frames.ts";
import type { SettingsParts } from "../settings-parts.ts";

/** POST /settings/key/rotate */
export function rotateApiKey(app: App, { parts: { database, secrets }, site }: SettingsParts): void {
  app.post("/settings/key/rotate", { schema: { hide: true } }, async (request, reply) => {
    const { accountId } = visitorOf(request).account;
    await database.transact((transaction) => rotateKey(transaction, secrets, accountId));
    request.log.info({ accountId }, "an API key was rotated");
    return reply.redirect(`${site.base}/settings?done=rotated`, 303);
  });
}
