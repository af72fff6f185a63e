import { diag, DiagLogLevel, SpanStatusCode, trace } from "@opentelemetry/api";
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
 * A collector that takes no spans is a warning, once: telemetry must not fill the log.
 *
 * @param endpoint base address of an OTLP collector (HTTP, JSON), as in OTEL_EXPORTER_OTLP_ENDPOINT
 */
export function startTracing(endpoint: string, log: { warn(message: string): void }): Tracing {
  reportOnce(endpoint, log);
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
    // A collector that is away keeps no node from stopping; its failure was logged.
    stop: async () => provider.shutdown().catch(() => undefined),
  };
}

/** Logs the first failure of the exporter; the library reports each to its own log. */
function reportOnce(endpoint: string, log: { warn(message: string): void }): void {
  let isReported = false;
  const ignored = () => undefined;
  const error = (message: string) => {
    if (isReported) return;
    isReported = true;
    log.warn(
      `traces do not reach the collector at ${endpoint} (OTEL_EXPORTER_OTLP_ENDPOINT), and are lost until they do: ${reasonIn(message)}`,
    );
  };
  const logger = { error, warn: ignored, info: ignored, debug: ignored, verbose: ignored };
  diag.setLogger(logger, { logLevel: DiagLogLevel.ERROR, suppressOverrideMessage: true });
}

/** The code of a network's failure in the library's JSON, or its message. */
function reasonIn(text: string): string {
  return /E[A-Z_]{4,}|"message":"([^"]*)"/.exec(text)?.[0] ?? text.slice(0, 200);
}
