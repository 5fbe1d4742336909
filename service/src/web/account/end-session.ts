import { Type } from "@sinclair/typebox";
import type { App } from "../../http/route.ts";
import { endSessionsOf } from "../../store/session-store.ts";
import { visitorOf } from "../shell/frames.ts";
import type { WebParts } from "../shell/web-parts.ts";

const sessionForm = Type.Object({ session: Type.String({ pattern: "^(others|[0-9a-f]{64})$" }) });

/** POST /settings/sessions/end: one of the visitor's sessions, or all except the one that asks. */
export function endOneSession(app: App, { parts: { database }, site }: WebParts): void {
  app.route({
    method: "POST",
    url: "/settings/sessions/end",
    schema: { hide: true, body: sessionForm },
    async handler(request, reply) {
      const { member, sessionId } = visitorOf(request);
      const { session } = request.body;
      const key = session === "others" ? undefined : session;
      await endSessionsOf(database.queries, member.memberId, { key, sessionId });
      return reply.redirect(`${site.base}/settings?done=sessions#sessions`, 303);
    },
  });
}
