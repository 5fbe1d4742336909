import { Type } from "@sinclair/typebox";
import type { FastifyReply } from "fastify";
import { HttpError } from "../../errors/http-error.ts";
import type { App } from "../../http/route.ts";
import { idParams } from "../../http/schemas.ts";
import type { StudioOrder } from "../../store/studio-orders.ts";
import { frameOf, visitorOf } from "../shell/frames.ts";
import { allows } from "../shell/layout.ts";
import { ownOrder } from "../shell/own.ts";
import type { WebParts } from "../shell/web-parts.ts";
import { stateTag } from "./order-page.ts";
import { OrderWatch } from "./order-watch.ts";
import { orderSummary, pictureCard, versionOf } from "./picture-card.ts";

/** Streams of one account, and of this process; a window has one. */
const maxOfAccount = 20;
const maxOfProcess = 1000;
/** A stream ends after this time, in ms, and its page opens another: sessions end, and proxies cut long answers. */
const lifeMs = 10 * 60_000;
/** Interval between comments that show proxies and pages that the stream is alive, in ms. */
const heartbeatMs = 15_000;
/** How long a page waits before it connects again, in ms. */
const retryMs = 2000;
/** Unsent bytes after which a page that does not read is given up. */
const maxUnsentBytes = 4 * 2 ** 20;

const eventsQuery = Type.Object({
  page: Type.Integer({ minimum: 1, maximum: 100_000, default: 1 }),
  seen: Type.Optional(Type.String({ maxLength: 64 })),
});

/**
 * GET /app/orders/:order_id/events: server-sent events with the cards that changed, as HTML. The id of an event is the
 * tag of the state after it, which a page sends when it connects again: only other states are sent. The stream ends
 * with the session.
 */
export function sendEvents(app: App, web: WebParts): void {
  const { parts, site } = web;
  const watch = new OrderWatch(parts.database.queries, (error) =>
    parts.log.warn({ err: error }, "an order could not be read for its pages"),
  );
  const open = new Map<FastifyReply, string>();
  app.addHook("preClose", async () => {
    for (const reply of open.keys()) reply.raw.end();
  });
  app.route({
    method: "GET",
    url: "/app/orders/:order_id/events",
    schema: { hide: true, params: idParams("order_id"), querystring: eventsQuery },
    async handler(request, reply) {
      const { order_id: orderId, account_id: accountId } = await ownOrder(request, web, request.params.order_id);
      const ofAccount = [...open.values()].filter((id) => id === accountId).length;
      if (ofAccount >= maxOfAccount || open.size >= maxOfProcess) {
        throw new HttpError(429, "Too many pages are open; close some.", {}, { "retry-after": "30" });
      }
      const last = request.headers["last-event-id"];
      const seen = typeof last === "string" ? last : request.query.seen;
      reply.hijack();
      const { raw } = reply;
      open.set(reply, visitorOf(request).account.accountId);
      raw.writeHead(200, {
        ...(reply.getHeaders() as Record<string, string>),
        "content-type": "text/event-stream; charset=utf-8",
        "x-accel-buffering": "no",
      });
      const send = (text: string) => {
        if (raw.writableLength > maxUnsentBytes) raw.destroy();
        else raw.write(text);
      };
      send(`retry: ${retryMs}\n\n`);
      const writer = new ChangeWriter(site.base, { seen, mayPick: allows(frameOf(request, web), "editor") });
      const stop = watch.follow(orderId, request.query.page, (order) => {
        const event = writer.eventFor(order);
        if (event !== undefined) send(event);
      });
      const beat = async () => {
        const isSignedIn = await web.visitors.find(request).catch(() => true);
        if (isSignedIn) send(": alive\n\n");
        else raw.end();
      };
      const heartbeat = setInterval(() => void beat(), heartbeatMs);
      const end = setTimeout(() => raw.end(), lifeMs);
      raw.once("close", () => {
        stop();
        clearInterval(heartbeat);
        clearTimeout(end);
        open.delete(reply);
      });
    },
  });
}

/** Writes what a page does not show yet. */
class ChangeWriter {
  readonly #base: string;
  readonly #mayPick: boolean;
  #seen: string | undefined;
  /** Version of each card; undefined before the first look. */
  #versions: ReadonlyMap<string, string> | undefined;

  constructor(base: string, { seen, mayPick }: { readonly seen: string | undefined; readonly mayPick: boolean }) {
    this.#base = base;
    this.#mayPick = mayPick;
    this.#seen = seen;
  }

  /** Undefined if the page shows this state. */
  eventFor(order: StudioOrder | undefined): string | undefined {
    if (!order) return textOf("gone", "", {});
    const tag = stateTag(order);
    const before = this.#versions;
    this.#versions = new Map(order.images.map((image) => [image.imageId, versionOf(image)]));
    if (tag === this.#seen) return undefined;
    this.#seen = tag;
    const changed = order.images.filter((image) => before?.get(image.imageId) !== versionOf(image));
    return textOf("change", tag, {
      summary: orderSummary(order).text,
      ids: order.images.map(({ imageId }) => imageId),
      cards: changed.map((image) => ({
        id: image.imageId,
        html: pictureCard(this.#base, image, { mayPick: this.#mayPick }).text,
      })),
    });
  }
}

function textOf(event: string, id: string, data: object): string {
  return `event: ${event}\n${id ? `id: ${id}\n` : ""}data: ${JSON.stringify(data)}\n\n`;
}
