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

/** The tracer of the current provider. */
const tracer = () => trace.getTracer("lightwell-service");

/**
 * Sends spans to `url` (OTLP over HTTP, for example http://localhost:4318/v1/traces) until the returned function is
 * called, which sends the remaining ones. If the collector is unavailable, only spans are lost. Without this call,
 * spans cost nothing and are not recorded.
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
 * The current trace, as a W3C `traceparent`. If it is stored with a job or an event, later work joins the same trace.
 * Undefined outside a trace.
 */
export function currentTrace(): string | undefined {
  const carrier: { traceparent?: string } = {};
  propagation.inject(context.active(), carrier);
  return carrier.traceparent;
}

/** Runs `act` within a span of the trace of `cause` (a `traceparent`); failures are recorded on the span. */
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

/** Adds facts to the current span. */
export function describeSpan(attributes: Attributes): void {
  trace.getActiveSpan()?.setAttributes(attributes);
}

/** Reports a finished span, such as a wait, in the trace of `cause` (a `traceparent`). Times in ms since 1970. */
export function recordSpan(name: string, { from, to }: { readonly from: number; readonly to: number }, cause: string) {
  const parent = propagation.extract(ROOT_CONTEXT, { traceparent: cause });
  tracer().startSpan(name, { startTime: from }, parent).end(Math.max(from, to));
}

/** The span of a request, from its headers to the end of its answer. */
export interface RequestSpan {
  /** Calls `act` as part of the request; asynchronous work that `act` starts belongs to it too. */
  within(act: () => void): void;
  end(attributes: Attributes, isFailure: boolean): void;
}

/** Always a new trace: trace ids from clients are not trusted. */
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
