import type { App } from "../../http/route.ts";
import { endSession } from "../../store/session-store.ts";
import type { WebParts } from "../shell/web-parts.ts";

/** POST /sign-out */
export function signOut(app: App, { parts, site, visitors }: WebParts): void {
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
