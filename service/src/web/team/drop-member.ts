import type { App } from "../../http/route.ts";
import { idParams } from "../../http/schemas.ts";
import { removeMember } from "../../store/team.ts";
import { actingOf } from "../shell/frames.ts";
import type { WebParts } from "../shell/web-parts.ts";
import { sendTeamRefusal } from "./show-team.ts";

/** POST /settings/team/:member_id/remove */
export function dropMember(app: App, web: WebParts): void {
  app.route({
    method: "POST",
    url: "/settings/team/:member_id/remove",
    schema: { hide: true, params: idParams("member_id") },
    async handler(request, reply) {
      const account = actingOf(request);
      const { member_id: memberId } = request.params;
      const refused = await web.parts.database.transact((transaction) => removeMember(transaction, account, memberId));
      if (refused) return sendTeamRefusal(request, reply, web, refused);
      return reply.redirect(`${web.site.base}/settings/team?done=removed`, 303);
    },
  });
}
