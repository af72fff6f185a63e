import { randomUUID } from "node:crypto";
import { Connection } from "./connection.ts";
import { Journey } from "./journey.ts";

/**
 * The form that is sent again and again: a name, a date and a choice; two of the three are
 * personal.
 */
const ANSWERS = { name: "Ada Noor", born: "1990/02/28", lives: "here" };

const JSON_ONLY = { accept: "application/json" };

/** One application of the shipped flow `library-card`, on a connection of its own, at its form. */
export class Applicant {
  private etag = "";
  private readonly walk: Journey;

  private constructor(
    private readonly connection: Connection,
    private readonly cookie: string,
    private readonly path: string,
    private revision: number,
  ) {
    this.walk = new Journey(connection);
  }

  /** Begins an application. @throws Error when the service does not lead to the form */
  static async begin(port: number): Promise<Applicant> {
    const connection = await Connection.open(port);
    const started = await connection.send({
      path: "/library-card",
      headers: JSON_ONLY,
      body: JSON.stringify({ action: "submit", data: {}, revision: 0 }),
    });
    const [cookie = ""] = (started.headers.get("set-cookie") ?? "").split(";");
    const view = JSON.parse(started.body) as { screen?: string; path?: string; revision?: number };
    if (view.screen !== "reader" || view.path === undefined)
      throw new Error(`an application did not begin: ${started.status} ${started.body}`);
    return new Applicant(connection, cookie, view.path, view.revision ?? 0);
  }

  /** Sends the form: one durable step. @param keyed with an Idempotency-Key, as the page does */
  async step(keyed: boolean): Promise<boolean> {
    const answer = await this.connection.send({
      path: this.path,
      headers: {
        ...JSON_ONLY,
        cookie: this.cookie,
        ...(keyed ? { "idempotency-key": randomUUID() } : {}),
      },
      body: JSON.stringify({ action: "submit", data: ANSWERS, revision: this.revision }),
    });
    if (answer.status !== 200) return false;
    const view = JSON.parse(answer.body) as { screen: string; revision: number };
    const isNext = view.revision === this.revision + 1 && view.screen === "confirm";
    this.revision = view.revision;
    return isNext;
  }

  /** Asks for the form's view. */
  async view(): Promise<boolean> {
    const { status } = await this.get(JSON_ONLY);
    return status === 200;
  }

  /**
   * Asks for the form's view again; it is the one that was seen. A view that names the time may be
   * new once.
   */
  async sameView(): Promise<boolean> {
    const { status, headers } = await this.get({ ...JSON_ONLY, "if-none-match": this.etag });
    this.etag = headers.get("etag") ?? this.etag;
    return status === 304 || status === 200;
  }

  /** Asks for the form's page. */
  async page(): Promise<boolean> {
    const { status } = await this.get({ accept: "text/html" });
    return status === 200;
  }

  /** The next request of a journey through the largest flow. */
  async journey(): Promise<boolean> {
    return this.walk.next();
  }

  /** What the form looks like, for a baseline that sends the same. */
  async seen(): Promise<{ readonly view: object; readonly page: string }> {
    const [view, page] = [await this.get(JSON_ONLY), await this.get({ accept: "text/html" })];
    return { view: JSON.parse(view.body) as object, page: page.body };
  }

  close(): void {
    this.connection.close();
  }

  private async get(headers: Readonly<Record<string, string>>) {
    return this.connection.send({ path: this.path, headers: { ...headers, cookie: this.cookie } });
  }
}

/** The same requests to the baseline, each worker with a row of its own. */
export class BareApplicant {
  private isPageNext = true;

  private constructor(
    private readonly connection: Connection,
    private readonly row: number,
  ) {}

  static async begin(port: number, row: number): Promise<BareApplicant> {
    return new BareApplicant(await Connection.open(port), row);
  }

  async step(): Promise<boolean> {
    const { status } = await this.connection.send({
      path: `/steps/${this.row}`,
      headers: JSON_ONLY,
      body: JSON.stringify({ action: "submit", data: ANSWERS, revision: 1 }),
    });
    return status === 200;
  }

  async view(): Promise<boolean> {
    const { status } = await this.connection.send({ path: "/view", headers: JSON_ONLY });
    return status === 200;
  }

  async sameView(): Promise<boolean> {
    const { status } = await this.connection.send({
      path: "/view",
      headers: { ...JSON_ONLY, "if-none-match": '"bare"' },
    });
    return status === 304;
  }

  async page(): Promise<boolean> {
    const { status } = await this.connection.send({
      path: "/page",
      headers: { accept: "text/html" },
    });
    return status === 200;
  }

  /** A page and a step in turns. */
  async journey(): Promise<boolean> {
    const isPage = this.isPageNext;
    this.isPageNext = !isPage;
    return isPage ? this.page() : this.step();
  }

  close(): void {
    this.connection.close();
  }
}
