import type { Service } from "../../server/service.ts";

/** A view or a problem, as far as tests look at it. */
export interface Seen {
  readonly screen?: string;
  readonly path?: string;
  readonly revision?: number;
  readonly type?: string;
  readonly data?: Record<string, unknown>;
  readonly draft?: { readonly over: string; readonly at?: string };
  readonly form?: { readonly kept: Record<string, string> };
  readonly actions?: readonly { readonly id: string }[];
  readonly notices?: readonly { readonly id: string; readonly text: string }[];
  readonly list?: {
    readonly items: readonly {
      readonly id: string;
      readonly status?: string;
      readonly actions: readonly { readonly id: string }[];
    }[];
  };
  readonly view?: Seen;
}

/** An answer. */
export interface Got {
  readonly url: string;
  readonly status: number;
  readonly location: string | undefined;
  readonly headers: Headers;
  readonly body: string;
  readonly seen: Seen;
}

const HTML = { accept: "text/html" };

/**
 * Somebody with a browser of their own: keeps cookies, signs in at the embedded provider, speaks
 * JSON unless told otherwise.
 */
export class Browser {
  readonly cookies = new Map<string, string>();
  path = "/";
  revision = 0;
  private over = "";

  /** @param service in this process, or the address of one outside */
  constructor(
    private readonly service: Service | string,
    private readonly headers: Readonly<Record<string, string>> = {},
  ) {}

  /** Another one with the cookies that this one has now. */
  copy(): Browser {
    const copy = new Browser(this.service, this.headers);
    for (const [name, value] of this.cookies) copy.cookies.set(name, value);
    return copy;
  }

  /** One request; redirects are not followed. */
  async ask(
    url: string,
    post?: object,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Got> {
    return this.send(
      url,
      post === undefined ? undefined : { type: "application/json", payload: JSON.stringify(post) },
      headers,
    );
  }

  /** Opens an address as a browser does, wherever it leads. */
  async open(url: string, headers: Readonly<Record<string, string>> = {}): Promise<Got> {
    return this.follow(await this.ask(url, undefined, headers), headers);
  }

  /**
   * Opens an address that asks for signing in, and does so. @returns the page it leads to, as JSON
   */
  async openAs(email: string, url: string): Promise<Got> {
    const back = await this.follow(await this.signIn(email, url), HTML);
    return back.status === 200 ? this.ask(new URL(back.url).pathname) : back;
  }

  /**
   * As `openAs`, but the service is asked for the page once, so that a call of its load is seen.
   */
  async arriveAs(email: string, url: string): Promise<Got> {
    return this.follow(await this.signIn(email, url), {});
  }

  private async signIn(email: string, url: string): Promise<Got> {
    const first = await this.open(url, HTML);
    // An invitation says who asks, with a button that leads on.
    const [, on] = /<a class="button" href="(\/sign-in[^"]*)"/.exec(first.body) ?? [];
    const people = on === undefined ? first : await this.open(on.replaceAll("&amp;", "&"), HTML);
    if (!people.url.includes("/idp/"))
      throw new Error(`${people.url} did not ask for signing in: ${people.status}`);
    return this.send(
      people.url,
      {
        type: "application/x-www-form-urlencoded",
        payload: new URLSearchParams({ email }).toString(),
      },
      HTML,
    );
  }

  /** Does an action of the page at hand, or of one entry of its list. */
  async act(action: string, data: object = {}, item?: string): Promise<Got> {
    return this.ask(this.path, {
      action,
      data,
      revision: this.revision,
      ...(item === undefined ? {} : { item }),
    });
  }

  /** Leaves a field of the page at hand: what is typed so far is sent. */
  async type(data: object, url = this.path): Promise<Got> {
    return this.send(
      url,
      { type: "application/json", payload: JSON.stringify({ over: this.over, data }) },
      {},
      "PUT",
    );
  }

  private async follow(first: Got, headers: Readonly<Record<string, string>>): Promise<Got> {
    let got = first;
    for (let hops = 0; hops < 15 && got.location !== undefined; hops++)
      got = await this.ask(new URL(got.location, got.url).href, undefined, headers);
    return got;
  }

  private async send(
    url: string,
    post: { readonly type: string; readonly payload: string } | undefined,
    headers: Readonly<Record<string, string>>,
    method: "GET" | "POST" | "PUT" = post === undefined ? "GET" : "POST",
  ): Promise<Got> {
    const at = new URL(url, typeof this.service === "string" ? this.service : "http://localhost");
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const sent = {
      accept: "application/json",
      host: at.host,
      ...this.headers,
      ...(cookie === "" ? {} : { cookie }),
      ...(post === undefined ? {} : { "content-type": post.type }),
      ...headers,
    };
    const response = await this.transport(at, method, sent, post?.payload);
    for (const cookie of response.headers.getSetCookie()) this.keep(cookie);
    const seen = (
      response.headers.get("content-type")?.includes("json") === true
        ? JSON.parse(response.body)
        : {}
    ) as Seen;
    if (response.status === 200) {
      this.path = seen.path ?? this.path;
      this.revision = seen.revision ?? this.revision;
      this.over = seen.draft?.over ?? this.over;
    }
    return {
      url: at.href,
      location: response.headers.get("location") ?? undefined,
      seen,
      ...response,
    };
  }

  private async transport(
    at: URL,
    method: "GET" | "POST" | "PUT",
    headers: Record<string, string>,
    body: string | undefined,
  ): Promise<Pick<Got, "status" | "headers" | "body">> {
    if (typeof this.service === "string") {
      const { host: _, ...own } = headers;
      const response = await fetch(at, {
        method,
        headers: own,
        redirect: "manual",
        ...(body === undefined ? {} : { body }),
      });
      return { status: response.status, headers: response.headers, body: await response.text() };
    }
    const response = await this.service.app.inject({
      method,
      url: at.pathname + at.search,
      headers,
      ...(body === undefined ? {} : { payload: body }),
    });
    const answered = new Headers();
    for (const [name, value] of Object.entries(response.headers))
      for (const each of [value].flat())
        if (each !== undefined) answered.append(name, String(each));
    return { status: response.statusCode, headers: answered, body: response.body };
  }

  private keep(cookie: string): void {
    const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
    if (value === "" || /expires=Thu, 01 Jan 1970|max-age=0/i.test(cookie))
      this.cookies.delete(name);
    else this.cookies.set(name, value);
  }
}
