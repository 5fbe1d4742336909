import type { Database } from "../database/database.ts";
import { jobNames } from "../queue/jobs.ts";
import { jobSchema, parkable } from "../queue/stored-jobs.ts";

export interface QueueState {
  readonly name: string;
  readonly waiting: number;
  readonly running: number;
  /** When the job that has waited longest was sent, without delayed ones; null: none waits. */
  readonly oldestAt: Date | null;
}

/** The state of every queue. */
export async function readQueues({ executeSql }: Pick<Database, "executeSql">): Promise<readonly QueueState[]> {
  const { rows } = await executeSql(
    `select name, count(*) filter (where state in ('created', 'retry'))::integer as waiting,
      count(*) filter (where state = 'active')::integer as running,
      min(created_on) filter (where state in ('created', 'retry') and start_after <= now()) as oldest
    from ${jobSchema}.job where name = any($1) and state in ('created', 'retry', 'active') group by name`,
    [jobNames],
  );
  const states = new Map(rows.map((row) => [row["name"], row]));
  return jobNames.map((name) => {
    const { waiting = 0, running = 0, oldest = null } = states.get(name) ?? {};
    return {
      name,
      ...{ waiting: Number(waiting), running: Number(running) },
      oldestAt: oldest === null ? null : new Date(String(oldest)),
    };
  });
}

export interface ParkedJob {
  readonly jobId: string;
  readonly queue: string;
  readonly orderId: string | null;
  readonly imageId: string | null;
  /** The e-mail address of its account; null if the order is gone. */
  readonly account: string | null;
  readonly parkedAt: Date;
  readonly nextAt: Date;
  /** The message of the last failure, while the queue keeps it (an hour). */
  readonly cause: string | null;
}

const parkedPerPage = 25;

/** Jobs that wait for the operator, the oldest first. Pages count from 1. */
export async function readParked(
  { executeSql }: Pick<Database, "executeSql">,
  page: number,
): Promise<{ readonly parked: readonly ParkedJob[]; readonly hasMore: boolean }> {
  const { rows } = await executeSql(
    `select job.id, job.name, job.data->>'imageId' as image_id, orders.order_id, accounts.email, job.created_on,
      job.start_after, (
        select coalesce(failed.output->>'message', failed.output->'value'->>'message') from ${jobSchema}.job failed
        where failed.name = job.name and failed.state = 'failed' and failed.output is not null
          and coalesce(failed.data->>'imageId', failed.data->>'orderId')
            = coalesce(job.data->>'imageId', job.data->>'orderId')
        order by failed.completed_on desc limit 1
      ) as cause
    from ${jobSchema}.job job
    left join images on images.image_id = job.data->>'imageId'
    left join orders on orders.order_id = coalesce(job.data->>'orderId', images.order_id)
    left join accounts on accounts.account_id = orders.account_id
    where job.name = any($1) and job.state = 'created' and job.start_after > now()
    order by job.created_on, job.id limit ${parkedPerPage + 1} offset $2`,
    [parkable, (page - 1) * parkedPerPage],
  );
  const text = (value: unknown) => (typeof value === "string" ? value : null);
  const parked = rows.slice(0, parkedPerPage).map((row) => ({
    jobId: String(row["id"]),
    queue: String(row["name"]),
    orderId: text(row["order_id"]),
    imageId: text(row["image_id"]),
    account: text(row["email"]),
    parkedAt: new Date(String(row["created_on"])),
    nextAt: new Date(String(row["start_after"])),
    cause: text(row["cause"]),
  }));
  return { parked, hasMore: rows.length > parkedPerPage };
}
