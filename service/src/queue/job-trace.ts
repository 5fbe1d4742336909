import { currentTrace, inSpan, recordSpan } from "../tracing/tracing.ts";

/** Stored with a job's data, so that its work joins the trace of its cause. */
interface TracedData {
  readonly trace?: {
    /** W3C `traceparent`. */
    readonly parent: string;
    /** When the job may begin, in ms since 1970, by the sender's clock. */
    readonly dueAt: number;
  };
}

/** `data` with the current trace; unchanged if nothing is traced. */
export function withTrace<Data extends object>(data: Data, delayMs = 0): Data & TracedData {
  const parent = currentTrace();
  return parent === undefined ? data : { ...data, trace: { parent, dueAt: Date.now() + delayMs } };
}

/** Runs `act`, a run of the job, as a span of the job's trace; the wait before its first run is a separate span. */
export function traceJob(
  name: string,
  { id, data, retryCount }: { readonly id: string; readonly data: unknown; readonly retryCount: number },
  act: () => Promise<void>,
): Promise<void> {
  const { trace } = data as TracedData;
  if (trace && retryCount === 0) recordSpan(`wait ${name}`, { from: trace.dueAt, to: Date.now() }, trace.parent);
  return inSpan(`job ${name}`, { "job.id": id, "job.attempt": retryCount + 1 }, act, trace?.parent);
}
