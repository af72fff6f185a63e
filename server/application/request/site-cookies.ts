import type { CookieSerializeOptions } from "@fastify/cookie";
import type { FastifyReply, FastifyRequest } from "fastify";

/** How cookies are given to browsers. */
export interface CookieOptions {
  /** Over https only. */
  readonly secure: boolean;
  /** Pages stand in frames of other sites: a browser keeps one set of cookies for each of those sites. */
  readonly embedded: boolean;
  /** Domain of the cookies that sites share; undefined: each host its own. */
  readonly domain: string | undefined;
}

/** A cookie that came with a request. */
export interface GivenCookie {
  /** As the browser knows it. */
  readonly name: string;
  readonly value: string;
}

/**
 * The cookies of this service, with one rule for all of them.
 *
 * Where cookies go over https alone, those of this host are named `__Host-…`: no other host of the domain can set one.
 * The name without that prefix is what earlier releases gave; it is read and never written.
 */
export class SiteCookies {
  constructor(private readonly options: CookieOptions) {}

  get secure(): boolean {
    return this.options.secure;
  }

  /** The name under which browsers have one of this host's cookies. */
  nameOf(cookie: string): string {
    return this.options.secure ? `__Host-${cookie}` : cookie;
  }

  /** What a request brings of one of this host's cookies: by its name, then by the name of earlier releases. */
  given({ cookies }: FastifyRequest, cookie: string): readonly GivenCookie[] {
    return [...new Set([this.nameOf(cookie), cookie])].flatMap((name) => {
      const value = cookies[name] ?? "";
      return value === "" ? [] : [{ name, value }];
    });
  }

  /**
   * Gives a browser one of this host's cookies, out of reach of scripts.
   *
   * @param maxAge seconds; undefined: until the browser is closed
   */
  give(reply: FastifyReply, cookie: string, value: string, maxAge?: number): void {
    void reply.setCookie(this.nameOf(cookie), value, {
      ...this.attributes(),
      httpOnly: true,
      ...(maxAge === undefined ? {} : { maxAge }),
    });
  }

  /** Takes one of this host's cookies away, under whichever name the browser has it. */
  take(reply: FastifyReply, cookie: string): void {
    const names = new Set([
      this.nameOf(cookie),
      ...this.given(reply.request, cookie).map(({ name }) => name),
    ]);
    for (const name of names)
      void reply.clearCookie(name, { ...this.attributes(), httpOnly: true });
  }

  /** Gives a cookie that scripts and the other sites of the domain may read. */
  share(reply: FastifyReply, name: string, value: string, maxAge: number): void {
    void reply.setCookie(name, value, { ...this.sharedAttributes(), maxAge });
  }

  /** Takes a shared cookie away. */
  takeShared(reply: FastifyReply, name: string): void {
    void reply.clearCookie(name, this.sharedAttributes());
  }

  private sharedAttributes(): CookieSerializeOptions {
    const { domain, secure } = this.options;
    // What other sites of the domain read and write has to be the very cookie that they know.
    return domain === undefined
      ? this.attributes()
      : { path: "/", secure, sameSite: "lax", domain };
  }

  private attributes(): CookieSerializeOptions {
    const { secure, embedded } = this.options;
    return {
      path: "/",
      secure,
      ...(embedded ? { sameSite: "none", partitioned: true } : { sameSite: "lax" }),
    };
  }
}
