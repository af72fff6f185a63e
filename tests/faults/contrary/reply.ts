import type { IncomingHttpHeaders, ServerResponse } from "node:http";

const JSON_TYPE = "application/json; charset=utf-8";

/** The answer of the sandbox behind the proxy. */
export interface PlatformAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** The answer to one request of the service, in order or not. */
export class Reply {
  constructor(private readonly outgoing: ServerResponse) {}

  /** Answers as the sandbox did. */
  pass({ status, headers, body }: PlatformAnswer): void {
    const { connection: _, "transfer-encoding": __, ...rest } = headers;
    this.outgoing.writeHead(status, rest).end(body);
  }

  send(status: number, body: string | Buffer = "", headers: Record<string, string> = {}): void {
    this.outgoing.writeHead(status, { "content-type": JSON_TYPE, ...headers }).end(body);
  }

  /** Announces a whole body, sends half of it, and cuts the connection. */
  async cut({ status, body }: PlatformAnswer, announced: "length" | "chunks"): Promise<void> {
    this.outgoing.writeHead(status, {
      "content-type": JSON_TYPE,
      ...(announced === "length" ? { "content-length": String(body.length + 1) } : {}),
    });
    await this.write(body.subarray(0, Math.ceil(body.length / 2)));
    this.drop();
  }

  /** Writes a body that does not end, until the service hangs up. */
  async endless(): Promise<void> {
    const { outgoing } = this;
    outgoing.writeHead(200, { "content-type": JSON_TYPE });
    const chunk = Buffer.alloc(1 << 20, " ");
    while (!outgoing.destroyed && !outgoing.closed) await this.write(chunk);
  }

  /** Cuts the connection without a word. */
  drop(): void {
    this.outgoing.socket?.destroy();
  }

  /** Writes bytes that are no HTTP. */
  garbage(): void {
    this.outgoing.socket?.end("SSH-2.0-OpenSSH_9.9\r\n\r\n");
  }

  /** Announces that an answer will come, before it does. */
  early(): void {
    this.outgoing.writeEarlyHints({ link: "</style.css>; rel=preload; as=style" });
  }

  private async write(chunk: Buffer): Promise<void> {
    const { outgoing } = this;
    await new Promise<void>((resolve) => {
      const done = () => {
        outgoing.off("close", done);
        resolve();
      };
      outgoing.once("close", done);
      outgoing.write(chunk, done);
    });
  }
}
