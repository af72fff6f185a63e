import {
  createServer,
  request as ask,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
} from "node:http";
import type { AddressInfo } from "node:net";
import { Reply, type PlatformAnswer } from "./reply.ts";
import { OWN, type Way } from "./ways.ts";

/** A request to the platform, as it came over the wire. */
export interface PlatformRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** The request that is answered otherwise: the first one of this name. */
export interface Plan {
  readonly call: string;
  readonly way: Way;
}

/** Events go out by themselves, at any time: they are no part of a journey. */
const BESIDE = "POST analytics";

/**
 * A platform over HTTP that stands before the sandbox and answers one request otherwise. One
 * journey at a time goes through it.
 */
export class ContraryPlatform {
  url = "";
  /** Names of the requests of the present journey, in order. */
  calls: string[] = [];
  /** Whether the planned request has come. */
  met = false;
  private plan: Plan | undefined;
  private readonly server: Server;
  private readonly underWay = new Set<Promise<unknown>>();

  /** @param target address of the service whose sandbox answers */
  constructor(private readonly target: () => string) {
    this.server = createServer((incoming, outgoing) => {
      const handled = this.handle(incoming, new Reply(outgoing)).catch(() => outgoing.destroy());
      this.underWay.add(handled);
      void handled.finally(() => this.underWay.delete(handled));
    });
  }

  async start(): Promise<this> {
    await new Promise<void>((resolve) => this.server.listen(0, "127.0.0.1", resolve));
    this.url = `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
    return this;
  }

  async stop(): Promise<void> {
    await this.settled();
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  /** Begins a journey; without a plan every request is handed on. */
  begin(plan: Plan | undefined): void {
    this.plan = plan;
    this.met = false;
    this.calls = [];
  }

  /** Resolves once every request has been dealt with, those that nobody waits for included. */
  async settled(): Promise<void> {
    while (this.underWay.size > 0) await Promise.all(this.underWay);
  }

  private async handle(incoming: IncomingMessage, reply: Reply): Promise<void> {
    const parts: Buffer[] = [];
    for await (const part of incoming) parts.push(part as Buffer);
    const { method = "GET", url = "/", headers } = incoming;
    const request = known({ method, url, headers, body: Buffer.concat(parts) });
    const name = callName(request);
    const handOn = async () => this.handOn(request);
    if (name !== BESIDE) this.calls.push(name);
    if (this.plan?.call !== name || this.met) return reply.pass(await handOn());
    this.met = true;
    await this.plan.way.answer({ handOn, reply });
  }

  private async handOn({ method, url, headers, body }: PlatformRequest): Promise<PlatformAnswer> {
    const at = new URL(url, this.target());
    return new Promise((resolve, reject) => {
      const sent = ask(
        at,
        { method, headers: { ...headers, host: at.host, "content-length": body.length } },
        (response) => {
          const parts: Buffer[] = [];
          response
            .on("data", (part: Buffer) => parts.push(part))
            .on("error", reject)
            .on("end", () =>
              resolve({
                status: response.statusCode ?? 502,
                headers: response.headers,
                body: Buffer.concat(parts),
              }),
            );
        },
      );
      sent.on("error", reject);
      sent.end(body);
    });
  }
}

/** The request as the sandbox knows it: under its ids. */
function known({ body, url, ...request }: PlatformRequest): PlatformRequest {
  return {
    ...request,
    url: url.replaceAll(OWN, ""),
    body: body.includes(OWN) ? Buffer.from(body.toString().replaceAll(OWN, "")) : body,
  };
}

/** The name of a request: method and path, with a star for each id. */
export function callName({ method, url }: Pick<PlatformRequest, "method" | "url">): string {
  const { pathname, searchParams } = new URL(url, "http://platform");
  const path = pathname
    .split("/")
    .filter((part) => part !== "" && !/^(?:api|v\d|commerce)$/.test(part))
    .map((part) =>
      /%3A|:|^inq_|^[\w-]{24,}$|\d{4}/.test(part) && !/^[a-z-]+$/.test(part) ? "*" : part,
    )
    .join("/");
  return `${method} ${path}${searchParams.get("skip") === "true" ? "?skip" : ""}`;
}
