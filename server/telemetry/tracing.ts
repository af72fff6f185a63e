import { SpanStatusCode, trace } from "@opentelemetry/api";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { resourceFromAttributes } from "@opentelemetry/resources";
import { BatchSpanProcessor, NodeTracerProvider } from "@opentelemetry/sdk-trace-node";
import type { Span } from "./telemetry.ts";

/** Tracing to a collector. */
export interface Tracing {
  readonly span: Span;
  /** Sends the remaining spans. */
  stop(): Promise<void>;
}

/**
 * Starts tracing. Loaded only with a collector, since the libraries load slowly; the trace SDK
 * alone, without the gRPC, metrics and logs of sdk-node.
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
          // The error's kind only: messages may quote typed text.
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
