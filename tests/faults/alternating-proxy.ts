import { createServer, request as ask, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { BuiltService } from "../browser/built-service.ts";

/** An answer that a proxy hands on. */
export interface HandedOn {
  readonly status: number;
  readonly headers: NodeJS.Dict<string | string[]>;
  readonly body: Buffer;
}

/** A proxy that sends every request to the other node than the one before. */
export class AlternatingProxy {
  readonly nodes: BuiltService[] = [];
  private turn = 0;
  private readonly server = createServer((incoming, outgoing) => {
    void (async () => {
      const answer = await this.handOn(incoming, await bodyOf(incoming));
      if (answer === undefined) outgoing.writeHead(503, { "retry-after": "1" }).end();
      else outgoing.writeHead(answer.status, answer.headers).end(answer.body);
    })().catch(() => outgoing.destroy());
  });

  /** Listens on a free port. @returns its address */
  async listen(): Promise<string> {
    return listening(this.server);
  }

  /** Hands a request on to the next node. Undefined: no node answered. */
  async handOn(incoming: IncomingMessage, body: Buffer): Promise<HandedOn | undefined> {
    const node = this.nodes[this.turn++ % this.nodes.length];
    return new Promise((resolve) => {
      const sent = ask(
        {
          host: "localhost",
          port: node?.port,
          path: incoming.url,
          method: incoming.method,
          headers: incoming.headers,
          timeout: 20_000,
        },
        (response) => {
          const parts: Buffer[] = [];
          response
            .on("data", (part: Buffer) => parts.push(part))
            .on("error", () => resolve(undefined))
            .on("end", () =>
              resolve({
                status: response.statusCode ?? 502,
                headers: response.headers,
                body: Buffer.concat(parts),
              }),
            );
        },
      );
      sent.on("error", () => resolve(undefined)).on("timeout", () => sent.destroy());
      sent.end(body);
    });
  }

  close(): void {
    this.server.close();
    this.server.closeAllConnections();
  }
}

/** Has a server listen on a free port. @returns its address */
export async function listening(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, "localhost", resolve));
  return `http://localhost:${(server.address() as AddressInfo).port}`;
}

/** The whole body of a request. */
export async function bodyOf(incoming: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of incoming) parts.push(part as Buffer);
  return Buffer.concat(parts);
}
