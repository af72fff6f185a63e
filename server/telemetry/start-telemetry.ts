import type { FastifyBaseLogger } from "fastify";
import { Metrics, type MeasuredDatabase } from "./metrics.ts";
import { metricsServer } from "./metrics-server.ts";
import type { Tracing } from "./tracing.ts";
import type { Telemetry } from "./telemetry.ts";

/** What is watched, and how it is told. */
export interface TelemetryOptions {
  readonly logger: FastifyBaseLogger;
  readonly database: MeasuredDatabase;
  /** Undefined: nobody is told. */
  readonly metrics: { readonly host: string; readonly port: number } | undefined;
  readonly tracing: Tracing | undefined;
}

/** A watch that is being kept. */
export interface RunningTelemetry {
  readonly watch: Telemetry;
  /** Where the metrics are; undefined where they are not told. */
  readonly metricsPort: number | undefined;
  stop(): Promise<void>;
}

/** Log, metrics and traces as one. */
export async function startTelemetry({
  logger,
  database,
  metrics: at,
  tracing,
}: TelemetryOptions): Promise<RunningTelemetry> {
  const metrics = at === undefined ? undefined : new Metrics(database);
  const server =
    metrics === undefined || at === undefined ? undefined : await metricsServer(metrics, at);
  const address = server?.server.address();
  return {
    watch: {
      step: (told) => metrics?.step(told),
      call(told) {
        metrics?.call(told);
        const { request, ...rest } = told;
        logger.info({ reqId: request, ...rest, ms: Math.round(told.ms) }, "a call was answered");
      },
      request(told) {
        metrics?.request(told);
        const { id, ...rest } = told;
        logger.info({ reqId: id, ...rest, ms: Math.round(told.ms) }, "a request was answered");
      },
      turnedAway: (why) => metrics?.turnedAway(why),
      span: tracing?.span,
    },
    metricsPort: typeof address === "object" && address !== null ? address.port : undefined,
    async stop() {
      await server?.close();
      await tracing?.stop();
    },
  };
}
