import { endSession } from "../../../store/session-store.ts";
import type { App } from "../../route.ts";
import type { SettingsParts } from "../settings-parts.ts";

/** POST /sign-out */
export function signOut(app: App, { parts, site, visitors }: SettingsParts): void {
  app.post("/sign-out", { schema: { hide: true } }, async (request, reply) => {
    const visitor = await visitors.find(request);
    if (visitor) {
      visitors.checkForm(request, "session");
      await endSession(parts.database.queries, visitor.sessionId);
      visitors.dropSession(reply);
    }
    return reply.redirect(`${site.base}/sign-in`, 303);
  });
}
