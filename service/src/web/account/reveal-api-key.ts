import type { App } from "../../http/route.ts";
import { revealKey } from "../../store/account-store.ts";
import { visitorOf } from "../shell/frames.ts";
import type { WebParts } from "../shell/web-parts.ts";
import { sendAccountPage } from "./send-account-page.ts";

/** POST /settings/key/reveal */
export function revealApiKey(app: App, settings: WebParts): void {
  const { database, secrets } = settings.parts;
  app.post("/settings/key/reveal", { schema: { hide: true } }, async (request, reply) => {
    const { accountId } = visitorOf(request).account;
    const apiKey = await revealKey(database.queries, secrets, accountId);
    request.log.info({ accountId }, "an API key was revealed");
    if (apiKey !== undefined) return sendAccountPage(request, reply, settings, { apiKey });
    const key =
      "This key was made with another data folder, whose secret is missing here: it works, but cannot be revealed. Rotate it.";
    return sendAccountPage(request, reply, settings, { errors: { key }, status: 409 });
  });
}
