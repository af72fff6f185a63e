import { SpanStatusCode, trace } from "@opentelemetry/api";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { resourceFromAttributes } from "@opentelemetry/resources";
import { BatchSpanProcessor, NodeTracerProvider } from "@opentelemetry/sdk-trace-node";
import type { Span } from "./telemetry.ts";

/** Traces, handed to a collector. */
export interface Tracing {
  readonly span: Span;
  /** Sends what was not sent yet. */
  stop(): Promise<void>;
}

/**
 * Starts tracing. Loaded only where a collector is set, since the libraries take a while to load; the trace SDK alone
 * rather than the whole of sdk-node, which brings gRPC, metrics and logs that nobody reads.
 *
 * @param endpoint base address of an OTLP collector (HTTP, JSON), as in OTEL_EXPORTER_OTLP_ENDPOINT
 */
export function startTracing(endpoint: string): Tracing {
  const provider = new NodeTracerProvider({
    resource: resourceFromAttributes({ "service.name": "foyer" }),
    spanProcessors: [
      new BatchSpanProcessor(
        new OTLPTraceExporter({ url: `${endpoint.replace(/\/$/, "")}/v1/traces` }),
      ),
    ],
  });
  provider.register();
  const tracer = trace.getTracer("foyer");
  return {
    span: (name, attributes, work) =>
      tracer.startActiveSpan(name, { attributes }, async (span) => {
        try {
          return await work();
        } catch (error) {
          // The kind only: messages may quote what somebody typed.
          span.setStatus({
            code: SpanStatusCode.ERROR,
            message: error instanceof Error ? error.name : "error",
          });
          throw error;
        } finally {
          span.end();
        }
      }),
    stop: () => provider.shutdown(),
  };
}
