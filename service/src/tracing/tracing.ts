import {
  type Attributes,
  type Context,
  context,
  propagation,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
} from "@opentelemetry/api";

/** Of the provider that is set just now. */
const tracer = () => trace.getTracer("lightwell-service");

/**
 * Sends spans to `url` (OTLP over HTTP, for example http://localhost:4318/v1/traces) from here on; what it returns
 * sends the last ones and ends that. A collector that is away costs spans, nothing else. Without this call, spans cost
 * nothing and are kept nowhere.
 */
export async function startTracing(url: string, role: string): Promise<() => Promise<void>> {
  const [
    { BasicTracerProvider, BatchSpanProcessor },
    { OTLPTraceExporter },
    contexts,
    { resourceFromAttributes },
    core,
  ] = await Promise.all([
    import("@opentelemetry/sdk-trace-base"),
    import("@opentelemetry/exporter-trace-otlp-http"),
    import("@opentelemetry/context-async-hooks"),
    import("@opentelemetry/resources"),
    import("@opentelemetry/core"),
  ]);
  const provider = new BasicTracerProvider({
    resource: resourceFromAttributes({ "service.name": "lightwell", "service.instance.role": role }),
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter({ url }))],
  });
  trace.setGlobalTracerProvider(provider);
  context.setGlobalContextManager(new contexts.AsyncLocalStorageContextManager().enable());
  propagation.setGlobalPropagator(new core.W3CTraceContextPropagator());
  return async () => {
    await provider.shutdown().catch(() => {});
    trace.disable();
    context.disable();
    propagation.disable();
  };
}

/**
 * What the work at hand belongs to, as a W3C `traceparent`; kept with a job or an event, it has the work that follows
 * join the same trace. Undefined where nothing is traced.
 */
export function currentTrace(): string | undefined {
  const carrier: { traceparent?: string } = {};
  propagation.inject(context.active(), carrier);
  return carrier.traceparent;
}

/** Does `act` within a span of the work that `cause` (a `traceparent`) belongs to; a failure is noted on it. */
export async function inSpan<T>(
  name: string,
  attributes: Attributes,
  act: () => Promise<T>,
  cause?: string | null,
): Promise<T> {
  const parent = cause ? propagation.extract(ROOT_CONTEXT, { traceparent: cause }) : context.active();
  const span = tracer().startSpan(name, { kind: cause ? SpanKind.CONSUMER : SpanKind.INTERNAL, attributes }, parent);
  try {
    return await context.with(trace.setSpan(parent, span), act);
  } catch (error) {
    span.recordException(error instanceof Error ? error : String(error));
    span.setStatus({ code: SpanStatusCode.ERROR });
    throw error;
  } finally {
    span.end();
  }
}

/** Notes facts on the span that the work at hand belongs to. */
export function describeSpan(attributes: Attributes): void {
  trace.getActiveSpan()?.setAttributes(attributes);
}

/** Reports a span that is over, such as a wait, in the trace of `cause` (a `traceparent`). Times in ms since 1970. */
export function recordSpan(name: string, { from, to }: { readonly from: number; readonly to: number }, cause: string) {
  const parent = propagation.extract(ROOT_CONTEXT, { traceparent: cause });
  tracer().startSpan(name, { startTime: from }, parent).end(Math.max(from, to));
}

/** The span of a request: begun with its headers, ended with its answer. */
export interface RequestSpan {
  /** Calls `act` as a part of the request; what `act` begins later still is. */
  within(act: () => void): void;
  end(attributes: Attributes, isFailure: boolean): void;
}

/** Always a new trace: those that clients name are not trusted. */
export function beginRequest(name: string, attributes: Attributes): RequestSpan {
  const span = tracer().startSpan(name, { kind: SpanKind.SERVER, attributes, root: true });
  const inner: Context = trace.setSpan(ROOT_CONTEXT, span);
  return {
    within: (act) => context.with(inner, act),
    end(more, isFailure) {
      span.setAttributes(more);
      if (isFailure) span.setStatus({ code: SpanStatusCode.ERROR });
      span.end();
    },
  };
}
