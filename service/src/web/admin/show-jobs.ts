import { Type } from "@sinclair/typebox";
import { type Html, html } from "../../http/html.ts";
import type { App } from "../../http/route.ts";
import { parkable, retryParked } from "../../queue/stored-jobs.ts";
import { type ParkedJob, type QueueState, readParked, readQueues } from "../../store/job-view.ts";
import { frameOf, visitorOf } from "../shell/frames.ts";
import { csrfField, type Frame, moment, notice } from "../shell/layout.ts";
import { sendPage } from "../shell/site.ts";
import type { WebParts } from "../shell/web-parts.ts";
import { adminLayout, pageLinks } from "./admin-layout.ts";

interface JobsPage {
  readonly csrf: string;
  readonly queues: readonly QueueState[];
  readonly parked: readonly ParkedJob[];
  readonly page: number;
  readonly hasMore: boolean;
  readonly done?: string | undefined;
}

const done: Record<string, string> = {
  retried: "Parked jobs start again within seconds.",
  gone: "This job does not wait any more.",
};

const pageQuery = Type.Object({
  page: Type.Integer({ minimum: 1, maximum: 100_000, default: 1 }),
  done: Type.String({ maxLength: 32, default: "" }),
});

/** GET /admin/jobs: the queues, and what waits for the operator. */
export function showJobs(app: App, web: WebParts): void {
  app.route({
    method: "GET",
    url: "/admin/jobs",
    schema: { hide: true, querystring: pageQuery },
    async handler(request, reply) {
      const { database } = web.parts;
      const { page, done: what } = request.query;
      const frame = frameOf(request, web);
      const queues = await readQueues(database);
      const parked = await readParked(database, page);
      return sendPage(reply, jobsPage(frame, { csrf: frame.signedIn.csrf, queues, ...parked, page, done: done[what] }));
    },
  });
}

const retryForm = Type.Object({ job: Type.String({ pattern: "^(all|[0-9a-f-]{36})$" }) });

/** POST /admin/jobs/retry: one parked job, or all. */
export function retryJobs(app: App, { parts, site }: WebParts): void {
  app.route({
    method: "POST",
    url: "/admin/jobs/retry",
    schema: { hide: true, body: retryForm },
    async handler(request, reply) {
      const { job } = request.body;
      const count = await retryParked(parts.database, job === "all" ? undefined : job);
      for (const name of parkable) parts.queue.wake(name);
      request.log.info({ count, operator: visitorOf(request).member.memberId }, "parked jobs were retried");
      return reply.redirect(`${site.base}/admin/jobs?done=${count > 0 ? "retried" : "gone"}`, 303);
    },
  });
}

function jobsPage(frame: Frame, { csrf, queues, parked, page, hasMore, done: what }: JobsPage): Html {
  const { base } = frame.site;
  const retry = (job: string, label: string) =>
    html`<form method="post" action="${base}/admin/jobs/retry">${csrfField(csrf)}<input type="hidden" name="job" value="${job}"><button class="quiet">${label}</button></form>`;
  return adminLayout(
    frame,
    "Jobs",
    "/admin/jobs",
    html`${notice(what)}
<section class="card" aria-labelledby="queues">
<h2 id="queues">Queues</h2>
<table>
<thead><tr><th scope="col">Queue</th><th scope="col">Waiting</th><th scope="col">Running</th><th scope="col">Oldest since</th></tr></thead>
<tbody>${queues.map(({ name, waiting, running, oldestAt }) => html`<tr><th scope="row">${name}</th><td>${waiting}</td><td>${running}</td><td>${oldestAt ? moment(oldestAt) : "–"}</td></tr>`)}</tbody>
</table>
<p class="hint">Waiting jobs include those that start later: parked ones, and deliveries that are tried again.</p>
</section>
<section class="card" aria-labelledby="parked">
<h2 id="parked">Parked jobs</h2>
${parked.length === 0 ? html`<p>None. Jobs that fail eight times through the service's own fault are listed here.</p>` : retry("all", "Try all again now")}
<ol class="rows">${parked.map(
      ({ jobId, queue, orderId, imageId, account, parkedAt, nextAt, cause }) => html`<li>
<div class="row-head"><span><code>${queue}</code> <bdi>${account ?? "without an account"}</bdi></span>${moment(parkedAt)}</div>
<p class="facts">${imageId !== null && html`Image <code>${imageId}</code>, `}order <code>${orderId ?? "deleted"}</code>; again from ${moment(nextAt)}</p>
<p>${cause === null ? "The cause is in the log of the process that failed." : html`Cause: <bdi>${cause}</bdi>`}</p>
<div class="actions">${retry(jobId, "Try again now")}</div>
</li>`,
    )}</ol>
${pageLinks((number) => `${base}/admin/jobs?page=${number}`, page, hasMore)}
</section>`,
  );
}
