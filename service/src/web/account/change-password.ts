import { Type } from "@sinclair/typebox";
import { refusePassword } from "../../accounts/passwords.ts";
import type { App } from "../../http/route.ts";
import { recordAction } from "../../store/account-store.ts";
import { hasPassword, setPassword } from "../../store/member-store.ts";
import { beginSession } from "../../store/session-store.ts";
import { checkSignIn } from "../../store/sign-in.ts";
import { actingOf, visitorOf } from "../shell/frames.ts";
import { browserOf } from "../shell/visitors.ts";
import type { WebParts } from "../shell/web-parts.ts";
import { sendAccountPage } from "./send-account-page.ts";

const passwordForm = Type.Object({
  current_password: Type.String({ maxLength: 1024, default: "" }),
  new_password: Type.String({ maxLength: 1024 }),
});

/** POST /settings/password */
export function changePassword(app: App, settings: WebParts): void {
  const { database } = settings.parts;
  app.route({
    method: "POST",
    url: "/settings/password",
    schema: { hide: true, body: passwordForm },
    async handler(request, reply) {
      const {
        account: { accountId },
        member: { memberId, email },
      } = visitorOf(request);
      const { current_password: current, new_password: password } = request.body;
      const refused = refusePassword(password);
      if (refused !== undefined) {
        return sendAccountPage(request, reply, settings, { errors: { new_password: refused }, status: 422 });
      }
      // A member who signs in by links has none to confirm.
      const answer = (await hasPassword(database.queries, memberId))
        ? await checkSignIn(database.queries, { email, password: current, ip: request.ip })
        : undefined;
      if (answer && answer.outcome !== "known") {
        const limited = answer.outcome === "limited";
        if (limited) reply.header("retry-after", answer.retrySeconds);
        const error = limited ? "Too many wrong passwords; try again later." : "This is not the current password.";
        const errors = { current_password: error };
        return sendAccountPage(request, reply, settings, { errors, status: limited ? 429 : 422 });
      }
      const sessionId = await database.transact(async (transaction) => {
        await setPassword(transaction, memberId, password);
        await recordAction(transaction, { ...actingOf(request), action: "set-password", memberEmail: email });
        return beginSession(transaction, { accountId, memberId }, browserOf(request));
      });
      settings.visitors.keepSession(reply, sessionId);
      request.log.info({ accountId, memberId }, "a password was changed");
      return reply.redirect(`${settings.site.base}/settings?done=password`, 303);
    },
  });
}
