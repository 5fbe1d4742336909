import { Type } from "@sinclair/typebox";
import type { App } from "../../http/route.ts";
import { idParams } from "../../http/schemas.ts";
import { changeRole } from "../../store/team.ts";
import { actingOf, visitorOf } from "../shell/frames.ts";
import type { WebParts } from "../shell/web-parts.ts";
import { roleText } from "./send-invitation.ts";
import { sendTeamRefusal } from "./show-team.ts";

/** POST /settings/team/:member_id/role */
export function changeMemberRole(app: App, web: WebParts): void {
  app.route({
    method: "POST",
    url: "/settings/team/:member_id/role",
    schema: { hide: true, params: idParams("member_id"), body: Type.Object({ role: roleText }) },
    async handler(request, reply) {
      const account = actingOf(request);
      const change = { memberId: request.params.member_id, role: request.body.role };
      const refused = await web.parts.database.transact((transaction) => changeRole(transaction, account, change));
      if (refused) return sendTeamRefusal(request, reply, web, refused);
      // A former owner may not see the team any more.
      const isSelf = change.memberId === visitorOf(request).member.memberId;
      return reply.redirect(`${web.site.base}${isSelf ? "/settings" : "/settings/team?done=role"}`, 303);
    },
  });
}
