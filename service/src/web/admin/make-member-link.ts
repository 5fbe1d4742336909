import { Type } from "@sinclair/typebox";
import { performAccountTask } from "../../account-task.ts";
import { notFound } from "../../errors/http-error.ts";
import type { App } from "../../http/route.ts";
import { idParams } from "../../http/schemas.ts";
import { findMember } from "../../store/member-store.ts";
import { visitorOf } from "../shell/frames.ts";
import type { WebParts } from "../shell/web-parts.ts";
import { requireListed, sendOneAccount } from "./show-accounts.ts";

/** POST /admin/accounts/:account_id/link: an address that signs a member in, for the operator to pass on. */
export function makeMemberLink(app: App, web: WebParts): void {
  app.route({
    method: "POST",
    url: "/admin/accounts/:account_id/link",
    schema: {
      hide: true,
      params: idParams("account_id"),
      body: Type.Object({ member_id: Type.String({ maxLength: 128 }) }),
    },
    async handler(request, reply) {
      const account = await requireListed(web, request.params.account_id);
      const { accountId } = account;
      const member = await findMember(web.parts.database.queries, accountId, request.body.member_id);
      if (!member) throw notFound("member");
      const place = { ...web.parts, actor: visitorOf(request).member.email };
      const result = await performAccountTask({ action: "link", email: member.email }, place);
      return sendOneAccount(request, reply, web, account, { result });
    },
  });
}
