import Fastify, { type FastifyInstance, type FastifyRequest } from "fastify";

/** One request as it came. */
export interface Heard {
  readonly method: string;
  readonly path: string;
  readonly headers: FastifyRequest["headers"];
  readonly body: unknown;
  readonly status: number;
}

/** What a double answers. */
export interface DoubleAnswer {
  readonly status: number;
  readonly body: unknown;
}

type Handler = (request: {
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  readonly body: unknown;
  readonly headers: FastifyRequest["headers"];
}) => DoubleAnswer;

/**
 * A provider over HTTP. Paths and methods that the documents do not name are refused, and
 * everything is remembered.
 */
export abstract class ProviderDouble {
  readonly heard: Heard[] = [];
  /** Answers of the next requests, whatever they are about. */
  readonly next: DoubleAnswer[] = [];
  /** What happens before the next answer. */
  before: (() => Promise<void>) | undefined;
  url = "";
  private readonly app: FastifyInstance = Fastify({
    forceCloseConnections: true,
    routerOptions: { maxParamLength: 500 },
  });

  /** @param accepts the only content type of bodies */
  protected constructor(accepts: "application/json" | "application/x-www-form-urlencoded") {
    this.app.removeAllContentTypeParsers();
    this.app.addContentTypeParser(accepts, { parseAs: "string" }, (_, text, done) => {
      if (accepts === "application/json") {
        try {
          done(null, JSON.parse(String(text)));
        } catch (error) {
          done(error as Error);
        }
      } else done(null, Object.fromEntries(new URLSearchParams(String(text))));
    });
    this.app.setNotFoundHandler((request, reply) => {
      this.remember(request, 404);
      return reply.code(404).send(this.notThere());
    });
  }

  /** What the provider says where there is nothing. */
  protected abstract notThere(): unknown;

  /** Undefined when the request may be made; otherwise the refusal. */
  protected abstract authorize(headers: FastifyRequest["headers"]): DoubleAnswer | undefined;

  protected on(method: "GET" | "POST", path: string, handler: Handler): void {
    this.app.route({
      method,
      url: path,
      handler: async (request, reply) => {
        const { params, query, body, headers } = request as {
          params: Record<string, string>;
          query: Record<string, string>;
          body: unknown;
          headers: FastifyRequest["headers"];
        };
        const answer =
          this.authorize(headers) ?? this.next.shift() ?? handler({ params, query, body, headers });
        this.remember(request, answer.status);
        const { before } = this;
        this.before = undefined;
        await before?.();
        return reply.code(answer.status).send(answer.body);
      },
    });
  }

  async start(): Promise<this> {
    this.url = await this.app.listen({ port: 0, host: "127.0.0.1" });
    return this;
  }

  async stop(): Promise<void> {
    await this.app.close();
  }

  private remember(request: FastifyRequest, status: number): void {
    this.heard.push({
      method: request.method,
      path: request.url,
      headers: request.headers,
      body: request.body,
      status,
    });
  }
}

/** Members of an object that may not be there, and members that have to be. */
export function misshapen(
  value: unknown,
  required: readonly string[],
  optional: readonly string[] = [],
): string | undefined {
  if (typeof value !== "object" || value === null) return "the body is no object";
  const missing = required.find((name) => !Object.hasOwn(value, name));
  if (missing !== undefined) return `${missing} is missing`;
  const unknown = Object.keys(value).find(
    (name) => !required.includes(name) && !optional.includes(name),
  );
  return unknown === undefined ? undefined : `${unknown} is not known`;
}
