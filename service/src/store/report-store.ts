import { randomUUID } from "node:crypto";
import type { Queries } from "../database/database.ts";

export interface NewReport {
  readonly imageId: string;
  readonly accountId: string;
  readonly categories: readonly string[];
  readonly comment: string | null;
  /** 0 to 5. */
  readonly score: number | null;
  readonly source: string;
}

/** Stores a client's report about a result. */
export async function insertReport(queries: Queries, report: NewReport): Promise<void> {
  const { score } = report;
  await queries
    .insertInto("reports")
    .values({
      report_id: randomUUID(),
      image_id: report.imageId,
      account_id: report.accountId,
      categories: JSON.stringify(report.categories),
      comment: report.comment,
      // JSON may have smaller numbers than single precision can store.
      score: score === null ? null : Math.round(score * 100) / 100,
      source: report.source,
      created_at: new Date(),
    })
    .execute();
}
