import { setTimeout as sleep } from "node:timers/promises";
import Fastify, { type FastifyInstance } from "fastify";
import { jsonBodies } from "../../server/plugins/bodies.ts";
import type { Service } from "../../server/service.ts";

/** One request about an owner, as it came. */
export interface Heard {
  readonly method: string;
  readonly path: string;
  readonly body: unknown;
}

const OWNERS = /\/individuals(?:\/|$)|\/owners\//;

/**
 * A platform over HTTP: what it says of owners is up to the test, everything else the embedded
 * sandbox answers.
 */
export class PlatformDouble {
  readonly heard: Heard[] = [];
  /** Every request, as `METHOD path`. */
  readonly asked: string[] = [];
  /** What is answered in the place of the sandbox, by `METHOD path`. */
  readonly instead = new Map<string, { readonly status: number; readonly body: object }>();
  /** How long every answer takes. */
  delayMs = 0;
  /** Answers of the next onboardings of owners, in order; then: nothing is left to do. */
  readonly onboardings: { readonly status: number; readonly body: object }[] = [];
  /** Whose sandbox answers the rest: a service in this process, or the address of one outside. */
  service: Service | string | undefined;
  url = "";
  /** Requests whose `METHOD path` fits are answered with 503, and counted. */
  failing: RegExp | undefined;
  failed = 0;
  private readonly app: FastifyInstance = Fastify();

  async start(): Promise<this> {
    jsonBodies(this.app, { emptyIsNone: true });
    this.app.all("/*", async (request, reply) => {
      const [path = ""] = request.url.split("?");
      const asked = `${request.method} ${decodeURIComponent(path)}`;
      this.asked.push(asked);
      if (this.delayMs > 0) await sleep(this.delayMs);
      if (this.failing?.test(asked) === true) {
        this.failed++;
        return reply.code(503).send({ message: "Out of order" });
      }
      const instead = this.instead.get(asked);
      if (instead !== undefined) return reply.code(instead.status).send(instead.body);
      if (OWNERS.test(path)) {
        this.heard.push({ method: request.method, path, body: request.body });
        const { status, body } = this.answerTo(path);
        return reply.code(status).send(body);
      }
      // What is handed on is read here, and not packed for anybody.
      const {
        host: _host,
        "content-length": _length,
        connection: _connection,
        "accept-encoding": _encoding,
        ...headers
      } = request.headers;
      const payload =
        request.body === undefined || request.body === null
          ? undefined
          : JSON.stringify(request.body);
      const { status, text } = await this.forward(
        request.method,
        request.url,
        headers as Record<string, string>,
        payload,
      );
      return reply.code(status).type("application/json").send(text);
    });
    this.url = await this.app.listen({ port: 0, host: "127.0.0.1" });
    return this;
  }

  async stop(): Promise<void> {
    await this.app.close();
  }

  private async forward(
    method: string,
    url: string,
    headers: Record<string, string>,
    payload: string | undefined,
  ): Promise<{ readonly status: number; readonly text: string }> {
    const { service } = this;
    if (service === undefined) return { status: 503, text: "" };
    if (typeof service === "string") {
      const response = await fetch(service + url, {
        method,
        headers,
        ...(payload === undefined ? {} : { body: payload }),
      });
      return { status: response.status, text: await response.text() };
    }
    const response = await service.app.inject({
      method: method as "GET",
      url,
      headers,
      ...(payload === undefined ? {} : { payload }),
    });
    return { status: response.statusCode, text: response.body };
  }

  private answerTo(path: string): { readonly status: number; readonly body: object } {
    if (path.endsWith("/onboard"))
      return this.onboardings.shift() ?? { status: 200, body: { stepUpDetails: [] } };
    if (path.endsWith("/sessions"))
      return { status: 200, body: { sessionToken: "token-of-the-provider" } };
    if (path.endsWith("/step-ups/identification"))
      return { status: 200, body: { inquirySessionStatus: "RECEIVED" } };
    return { status: 200, body: { id: path.split("/").at(-1) } };
  }
}
