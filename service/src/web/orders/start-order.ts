import { type Static, Type } from "@sinclair/typebox";
import { maxBrackets, startGrouping } from "../../http/orders/enhance-order.ts";
import type { App } from "../../http/route.ts";
import { idParams } from "../../http/schemas.ts";
import { renameOrder } from "../../store/order-store.ts";
import { readStudioOrder } from "../../store/studio-orders.ts";
import { ownOrder } from "../shell/own.ts";
import type { WebParts } from "../shell/web-parts.ts";
import { withChoices } from "../wording/preference-fields.ts";
import { sendUploadPage } from "./show-upload.ts";

const startForm = Type.Object({
  name: Type.String({ maxLength: 1024, default: "" }),
  style: Type.Optional(Type.String({ maxLength: 32 })),
  brightness: Type.Optional(Type.String({ maxLength: 32 })),
  windows: Type.Optional(Type.String({ maxLength: 32 })),
  verticals: Type.Optional(Type.String({ maxLength: 32 })),
  grouping: Type.String({ pattern: "^(auto|[0-9]{1,3})$", default: "auto" }),
});

/** POST /app/orders/:order_id/start: groups the uploaded files and makes their pictures. */
export function startOrder(app: App, web: WebParts): void {
  const { queries } = web.parts.database;
  app.route({
    method: "POST",
    url: "/app/orders/:order_id/start",
    schema: { hide: true, params: idParams("order_id"), body: startForm },
    async handler(request, reply) {
      const row = await ownOrder(request, web, request.params.order_id);
      const name = request.body.name.trim();
      if (name !== "" && name !== row.name) await renameOrder(queries, row.order_id, name);
      const { waitingFiles } = await readStudioOrder(queries, row, 1);
      if (waitingFiles === 0) {
        const error = "No file has been uploaded completely; add photographs first.";
        return sendUploadPage(request, reply, web, { row, error, status: 409 });
      }
      const body = { ...withChoices({}, request.body), ...sizeOf(request.body) };
      await startGrouping(web.parts, row, { body, devMode: false });
      return reply.redirect(`${web.site.base}/app/orders/${row.order_id}`, 303);
    },
  });
}

function sizeOf({ grouping }: Static<typeof startForm>) {
  const size = Number(grouping);
  return size >= 1 && size <= maxBrackets ? { number_of_brackets_per_image: size } : {};
}
