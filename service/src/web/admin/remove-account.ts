import { Type } from "@sinclair/typebox";
import { performAccountTask } from "../../account-task.ts";
import { HttpError } from "../../errors/http-error.ts";
import type { App } from "../../http/route.ts";
import { idParams } from "../../http/schemas.ts";
import { visitorOf } from "../shell/frames.ts";
import type { WebParts } from "../shell/web-parts.ts";
import { refuseOwn } from "./change-account.ts";
import { requireListed, sendOneAccount } from "./show-accounts.ts";

const removeForm = Type.Object({
  action: Type.Union([Type.Literal("delete"), Type.Literal("erase")]),
  confirm: Type.String({ maxLength: 320 }),
});

/** POST /admin/accounts/:account_id/remove: deletes or erases it, once its e-mail address was typed. */
export function removeAccount(app: App, web: WebParts): void {
  app.route({
    method: "POST",
    url: "/admin/accounts/:account_id/remove",
    schema: { hide: true, params: idParams("account_id"), body: removeForm },
    async handler(request, reply) {
      const account = await requireListed(web, request.params.account_id);
      const { accountId, email, state } = account;
      const { action, confirm } = request.body;
      refuseOwn(request, accountId);
      if (confirm.trim().toLowerCase() !== email) {
        const error = "The e-mail address that you typed is not that of the account. Nothing was changed.";
        return sendOneAccount(request, reply, web, account, { error, status: 422 });
      }
      if (action === "delete" && state === "deleted") throw new HttpError(409, "This account was deleted already.");
      await performAccountTask({ action, email }, { ...web.parts, actor: visitorOf(request).member.email });
      const next = action === "erase" ? "/admin?done=erased" : `/admin/accounts/${accountId}?done=deleted`;
      return reply.redirect(`${web.site.base}${next}`, 303);
    },
  });
}
