import type { FastifyBaseLogger } from "fastify";
import { Metrics, type MeasuredClock, type MeasuredDatabase } from "./metrics.ts";
import type { Tracing } from "./tracing.ts";
import type { Telemetry } from "./telemetry.ts";
import Fastify, { type FastifyInstance } from "fastify";

/** The outputs of telemetry. */
export interface TelemetryOptions {
  readonly logger: FastifyBaseLogger;
  readonly database: MeasuredDatabase;
  readonly clock: MeasuredClock;
  /** Undefined: no metrics. */
  readonly metrics: { readonly host: string; readonly port: number } | undefined;
  readonly tracing: Tracing | undefined;
}

/** Running telemetry. */
export interface RunningTelemetry {
  readonly telemetry: Telemetry;
  /** Port of the metrics; undefined: not served. */
  readonly metricsPort: number | undefined;
  stop(): Promise<void>;
}

/** Routes that are asked every few seconds by a balancer or an orchestrator. */
const POLLED: ReadonlySet<string> = new Set(["/healthz", "/readyz"]);

/** Starts log, metrics and traces. */
export async function startTelemetry({
  logger,
  database,
  clock,
  metrics: at,
  tracing,
}: TelemetryOptions): Promise<RunningTelemetry> {
  const metrics = at === undefined ? undefined : new Metrics(database, clock);
  const server =
    metrics === undefined || at === undefined ? undefined : await metricsServer(metrics, at);
  const address = server?.server.address();
  return {
    telemetry: {
      step: (measured) => metrics?.step(measured),
      call(measured) {
        metrics?.call(measured);
        const { request, ...rest } = measured;
        const fields = { reqId: request, ...rest, ms: Math.round(measured.ms) };
        if (measured.reason === undefined) logger.info(fields, "a call was answered");
        else logger.warn(fields, "a call was not answered");
      },
      misfit({ request, ...rest }) {
        logger.warn({ reqId: request, ...rest }, "an answer does not fit its answerSchema");
      },
      refusedExit({ request, ...rest }) {
        logger.warn(
          { reqId: request, ...rest },
          "an exit leads to an origin that config.allowedOrigins does not list",
        );
      },
      notRenewed(lease, { name, message }) {
        logger.warn({ lease, err: { name, message } }, "a lease could not be renewed");
      },
      limited: (measured) => metrics?.limited(measured),
      request(measured) {
        metrics?.request(measured);
        const { id, problem, ...rest } = measured;
        const fields = { reqId: id, ...rest, ms: Math.round(measured.ms) };
        logger[POLLED.has(rest.route) ? "debug" : "info"](
          problem === "" ? fields : { ...fields, problem },
          "a request was answered",
        );
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

/** Serves `/metrics` on a port of its own, so that no proxy rule is needed to hide it. */
async function metricsServer(
  metrics: Metrics,
  { host, port }: { readonly host: string; readonly port: number },
): Promise<FastifyInstance> {
  const app = Fastify({ logger: false, requestTimeout: 10_000 });
  app.get("/metrics", async (_, reply) =>
    reply
      .header("cache-control", "no-store")
      .type("text/plain; version=0.0.4; charset=utf-8")
      .send(await metrics.text()),
  );
  await app.listen({ host, port });
  return app;
}
