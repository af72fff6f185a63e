import { createServer, type Server, type Socket } from "node:net";

/** A mail as it arrived. */
export interface Arrived {
  readonly from: string;
  readonly to: readonly string[];
  /** Headers and body as sent. */
  readonly data: string;
}

/** A mail server that keeps what it is given. */
export class SmtpDouble {
  readonly arrived: Arrived[] = [];
  /** How many of the next mails are refused for now. */
  refuse = 0;
  private readonly sockets = new Set<Socket>();
  private readonly server: Server = createServer((socket) => this.serve(socket));

  /** @returns its address */
  async start(): Promise<string> {
    await new Promise<void>((resolve) => this.server.listen(0, "127.0.0.1", resolve));
    const address = this.server.address();
    return `smtp://127.0.0.1:${typeof address === "object" && address !== null ? address.port : 0}`;
  }

  async stop(): Promise<void> {
    for (const socket of this.sockets) socket.destroy();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private serve(socket: Socket): void {
    this.sockets.add(socket);
    socket.on("close", () => this.sockets.delete(socket));
    socket.on("error", () => undefined);
    const say = (line: string) => void socket.write(`${line}\r\n`);
    let [from, to, data, rest, writing] = ["", [] as string[], "", "", false];
    say("220 double");
    socket.on("data", (chunk) => {
      rest += chunk.toString("utf8");
      for (let end = rest.indexOf("\r\n"); end >= 0; end = rest.indexOf("\r\n")) {
        const line = rest.slice(0, end);
        rest = rest.slice(end + 2);
        if (writing) {
          if (line !== ".") data += `${line.replace(/^\.\./, ".")}\r\n`;
          else {
            writing = false;
            if (this.refuse > 0) {
              this.refuse--;
              say(`451 4.3.0 ${to.join()} cannot be reached now`);
            } else {
              this.arrived.push({ from, to, data });
              say("250 taken");
            }
          }
        } else if (/^(?:EHLO|HELO)/i.test(line)) say("250 double");
        else if (/^MAIL FROM:/i.test(line)) {
          [from, to, data] = [/<(.*?)>/.exec(line)?.[1] ?? "", [], ""];
          say("250 ok");
        } else if (/^RCPT TO:/i.test(line)) {
          to.push(/<(.*?)>/.exec(line)?.[1] ?? "");
          say("250 ok");
        } else if (/^DATA/i.test(line)) {
          writing = true;
          say("354 go on");
        } else if (/^QUIT/i.test(line)) {
          say("221 bye");
          socket.end();
        } else say("250 ok");
      }
    });
  }
}
