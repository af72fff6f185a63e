import { connect, createServer, type AddressInfo, type Socket } from "node:net";

/**
 * A way to a TCP server that can be made silent, as by a host that is gone or a firewall that
 * drops: bytes are swallowed in both directions, nothing is reset, new connections are accepted and
 * never answered. A connection that was open while it was silent, or that was forgotten, stays
 * silent: what it had sent is lost.
 */
export class BlackHole {
  private isSilent = false;
  private readonly sockets = new Set<Socket>();
  /** What each open connection forwards by. */
  private readonly forwarding = new Set<{ lost: boolean }>();
  /** Connections that were accepted, the silent ones too. */
  accepted = 0;

  private constructor(
    private readonly server: ReturnType<typeof createServer>,
    readonly port: number,
  ) {}

  /** Listens on a free port of this machine, in front of the server at `host` and `port`. */
  static async before(host: string, port: number): Promise<BlackHole> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const hole = new BlackHole(server, (server.address() as AddressInfo).port);
    server.on("connection", (near: Socket) => hole.join(near, host, port));
    return hole;
  }

  /** In front of the PostgreSQL that a connection string names; the same string, by this way. */
  static async beforeUrl(url: string): Promise<{ readonly hole: BlackHole; readonly url: string }> {
    const through = new URL(url);
    const hole = await BlackHole.before(through.hostname, Number(through.port || 5432));
    through.hostname = "127.0.0.1";
    through.port = String(hole.port);
    return { hole, url: through.href };
  }

  /** From now on nothing comes through. */
  fallSilent(): void {
    this.isSilent = true;
    this.forgetConnections();
  }

  /** Connections that are made from now on come through. */
  comeBack(): void {
    this.isSilent = false;
  }

  /**
   * Those that are open are silent from now on, as when a firewall has forgotten them; new ones
   * come through.
   */
  forgetConnections(): void {
    for (const each of this.forwarding) each.lost = true;
  }

  async close(): Promise<void> {
    for (const socket of this.sockets) socket.destroy();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private join(near: Socket, host: string, port: number): void {
    this.accepted++;
    this.keep(near);
    near.on("data", () => undefined);
    if (this.isSilent) return;
    const far = connect(port, host);
    this.keep(far);
    const flow = { lost: false };
    this.forwarding.add(flow);
    near.on("data", (bytes) => (flow.lost ? undefined : far.write(bytes)));
    far.on("data", (bytes) => (flow.lost ? undefined : near.write(bytes)));
    near.on("close", () => {
      this.forwarding.delete(flow);
      // The server does not learn that a client on a lost connection is gone.
      if (!flow.lost) far.destroy();
    });
    far.on("close", () => (flow.lost ? undefined : near.destroy()));
  }

  private keep(socket: Socket): void {
    this.sockets.add(socket);
    socket.on("error", () => undefined).on("close", () => this.sockets.delete(socket));
  }
}
