import { currentTrace, inSpan, recordSpan } from "../tracing/tracing.ts";

/** What a job keeps with its data, so that its work joins the trace of what caused it. */
interface TracedData {
  readonly trace?: {
    /** W3C `traceparent`. */
    readonly parent: string;
    /** When it may begin, in ms since 1970, by the clock of the sender. */
    readonly dueAt: number;
  };
}

/** `data` with the trace of the work at hand; as it is where nothing is traced. */
export function withTrace<Data extends object>(data: Data, delayMs = 0): Data & TracedData {
  const parent = currentTrace();
  return parent === undefined ? data : { ...data, trace: { parent, dueAt: Date.now() + delayMs } };
}

/** Does `act`, a run of the job, within a span of the trace that caused it; its first wait is a separate span. */
export function traceJob(
  name: string,
  { id, data, retryCount }: { readonly id: string; readonly data: unknown; readonly retryCount: number },
  act: () => Promise<void>,
): Promise<void> {
  const { trace } = data as TracedData;
  if (trace && retryCount === 0) recordSpan(`wait ${name}`, { from: trace.dueAt, to: Date.now() }, trace.parent);
  return inSpan(`job ${name}`, { "job.id": id, "job.attempt": retryCount + 1 }, act, trace?.parent);
}
