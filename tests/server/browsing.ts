import type { Service } from "../../server/service.ts";
import type { Visitor } from "./service.ts";

/** Where the service's own pages are. */
export const SITE = "http://localhost";

/** An answer, wherever it came from. */
export interface Page {
  readonly url: string;
  readonly status: number;
  readonly headers: Headers;
  readonly body: string;
}

/**
 * A browser without scripts: keeps cookies by host, follows redirects, posts forms. The service's
 * pages are asked for in process, others over HTTP.
 */
export class Browsing {
  private readonly jars = new Map<string, Map<string, string>>();

  constructor(
    private readonly service: Service,
    private readonly headers: Readonly<Record<string, string>> = {},
  ) {}

  /** One request, no redirect followed. */
  async ask(
    url: string,
    form?: Readonly<Record<string, string>>,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Page> {
    const at = new URL(url, SITE);
    const cookies = [...this.jar(at)].map(([name, value]) => `${name}=${value}`).join("; ");
    const sent = {
      accept: "text/html",
      ...this.headers,
      ...(cookies === "" ? {} : { cookie: cookies }),
      ...(form === undefined ? {} : { "content-type": "application/x-www-form-urlencoded" }),
      ...headers,
    };
    const method = form === undefined ? "GET" : "POST";
    const body = form === undefined ? undefined : new URLSearchParams(form).toString();
    const page =
      at.origin === SITE
        ? await this.inside(at, method, sent, body)
        : await outside(at, method, sent, body);
    for (const cookie of page.headers.getSetCookie()) this.keep(at, cookie);
    return page;
  }

  /**
   * Follows redirects until a page shows, or until the next address fits `until`, which is then not
   * asked for.
   */
  async follow(page: Page, until?: RegExp): Promise<Page> {
    let now = page;
    for (let hops = 0; hops < 20; hops++) {
      const location = now.headers.get("location");
      if (location === null) return now;
      const next = new URL(location, now.url).href;
      if (until?.test(next) === true) return { ...now, url: next };
      now = await this.ask(next);
    }
    throw new Error(`Redirected in a circle: ${now.url}`);
  }

  /** Signs in at the embedded provider with any address; ends where the service then leads. */
  async signIn(email: string, at = "/sign-in"): Promise<Page> {
    const people = await this.follow(await this.ask(at));
    return this.follow(
      await this.ask(people.url, { email }),
      /^http:\/\/localhost\/(?!idp|sign-in)/,
    );
  }

  cookie(name: string, origin = SITE): string | undefined {
    return this.jars.get(origin)?.get(name);
  }

  setCookie(name: string, value: string): void {
    this.jar(new URL(SITE)).set(name, value);
  }

  private async inside(
    at: URL,
    method: "GET" | "POST",
    headers: Record<string, string>,
    payload: string | undefined,
  ): Promise<Page> {
    const response = await this.service.app.inject({
      method,
      url: at.pathname + at.search,
      headers: { host: at.host, ...headers },
      ...(payload === undefined ? {} : { payload }),
    });
    const answered = new Headers();
    for (const [name, value] of Object.entries(response.headers))
      for (const each of [value].flat())
        if (each !== undefined) answered.append(name, String(each));
    return { url: at.href, status: response.statusCode, headers: answered, body: response.body };
  }

  private jar({ origin }: URL): Map<string, string> {
    const jar = this.jars.get(origin) ?? new Map<string, string>();
    this.jars.set(origin, jar);
    return jar;
  }

  private keep(at: URL, cookie: string): void {
    const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
    if (value === "" || /expires=Thu, 01 Jan 1970/i.test(cookie)) this.jar(at).delete(name);
    else this.jar(at).set(name, value);
  }
}

async function outside(
  at: URL,
  method: string,
  headers: Record<string, string>,
  body: string | undefined,
): Promise<Page> {
  const response = await fetch(at, {
    method,
    headers,
    redirect: "manual",
    ...(body === undefined ? {} : { body }),
  });
  return {
    url: at.href,
    status: response.status,
    headers: response.headers,
    body: await response.text(),
  };
}

/**
 * Signs a visitor in through the embedded provider, quickly: what they began before becomes theirs,
 * and `visitor.cookie` is the session of the person with this address.
 */
export async function signedIn(visitor: Visitor, email: string): Promise<void> {
  const browsing = new Browsing(visitor.service);
  const before = visitor.cookie?.split("=")[1];
  if (before !== undefined) browsing.setCookie("foyer_session", before);
  await browsing.signIn(email);
  const session = browsing.cookie("foyer_session");
  if (session === undefined || session === before) throw new Error(`${email} was not signed in`);
  visitor.cookie = `foyer_session=${session}`;
}
