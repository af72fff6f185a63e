import { randomUUID } from "node:crypto";
import { ANSWERS } from "../../server/service.ts";
import type { Connection } from "./connection.ts";

const BEGIN = "/get-started";

/**
 * What is posted from page to page of `merchant-signup`, until the platform is asked what it
 * decided.
 */
const POSTS: readonly { readonly action: string; readonly data: object }[] = [
  { action: "submit", data: {} },
  { action: "submit", data: applicant() },
  ...(["business", "category", "address", "identity", "check"] as const).map((screen) => ({
    action: "submit",
    data: ANSWERS[screen],
  })),
  { action: "check", data: {} },
];

/**
 * The way of one applicant after the other through `merchant-signup`, as a browser goes it: a post
 * with an Idempotency-Key, then the page that follows as HTML.
 */
export class Journey {
  private at = 0;
  private cookie = "";
  private path = BEGIN;
  private revision = 0;
  private isPageNext = true;

  constructor(private readonly connection: Connection) {}

  /** The next request of the journey. @returns whether it was answered as it should be */
  async next(): Promise<boolean> {
    const isRight = this.isPageNext ? await this.page() : await this.post();
    if (!isRight || (this.isPageNext && this.at === POSTS.length)) this.restart();
    else this.isPageNext = !this.isPageNext;
    return isRight;
  }

  private restart(): void {
    this.at = 0;
    this.cookie = "";
    this.path = BEGIN;
    this.revision = 0;
    this.isPageNext = true;
  }

  private async page(): Promise<boolean> {
    const { status } = await this.connection.send({
      path: this.path,
      headers: { accept: "text/html", ...this.cookies() },
    });
    return status === 200;
  }

  private async post(): Promise<boolean> {
    const { action, data } = POSTS[this.at++] ?? { action: "", data: {} };
    const { status, headers, body } = await this.connection.send({
      path: this.path,
      headers: {
        accept: "application/json",
        "idempotency-key": randomUUID(),
        ...this.cookies(),
      },
      body: JSON.stringify({ action, data, revision: this.revision }),
    });
    if (status !== 200) return false;
    const view = JSON.parse(body) as { readonly path: string; readonly revision: number };
    this.cookie = headers.get("set-cookie")?.split(";")[0] ?? this.cookie;
    this.path = view.path;
    this.revision = view.revision;
    return true;
  }

  private cookies(): Readonly<Record<string, string>> {
    return this.cookie === "" ? {} : { cookie: this.cookie };
  }
}

function applicant(): object {
  const email = "kim+sbx.approved@example.com";
  return { ...ANSWERS.applicant, email, emailConfirm: email };
}
