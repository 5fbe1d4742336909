import type { SqlExecutor } from "../database/database.ts";
import { jobSchema } from "./job-schema.ts";

/** Queues whose jobs have a delay only if they are parked. */
export const parkable = ["group-order", "enhance-image"] as const;

/** Retries parked jobs now instead of after their hour; returns how many. None before the first start. */
export async function retryParked({ executeSql }: SqlExecutor): Promise<number> {
  const { rows: tables } = await executeSql("select to_regclass($1) is not null as exist", [`${jobSchema}.job`]);
  if (!tables[0]["exist"]) return 0;
  const { rows } = await executeSql(
    `update ${jobSchema}.job set start_after = now()
    where state = 'created' and start_after > now() and name = any($1) returning 1`,
    [parkable],
  );
  return rows.length;
}
