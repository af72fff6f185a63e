import type { CookieSerializeOptions } from "@fastify/cookie";
import type { FastifyReply, FastifyRequest } from "fastify";

/** Settings of cookies. */
export interface CookieOptions {
  /** Sent over https only. */
  readonly secure: boolean;
  /**
   * Pages stand in frames of other sites: a browser keeps one set of cookies for each of those
   * sites.
   */
  readonly embedded: boolean;
  /** Domain of the shared cookies; undefined: each host its own. */
  readonly domain: string | undefined;
}

/** A cookie of a request. */
export interface GivenCookie {
  /** Its name in the browser. */
  readonly name: string;
  readonly value: string;
}

/**
 * The cookies of this service, with one rule for all of them.
 *
 * With https alone, cookies of this host are named `__Host-…`, which no other host of the domain
 * can set. The name without that prefix comes from earlier releases; it is read and never written.
 */
export class SiteCookies {
  constructor(private readonly options: CookieOptions) {}

  get secure(): boolean {
    return this.options.secure;
  }

  /** The name of one of this host's cookies in browsers. */
  nameOf(cookie: string): string {
    return this.options.secure ? `__Host-${cookie}` : cookie;
  }

  /**
   * The values of one of this host's cookies: by its name, then by the name of earlier releases,
   * which another host may have set: only for values that show whether they were made here.
   */
  given({ cookies }: FastifyRequest, cookie: string): readonly GivenCookie[] {
    const own = this.nameOf(cookie);
    const names = own === cookie ? [cookie] : [own, cookie];
    return names.flatMap((name) => {
      const value = cookies[name] ?? "";
      return value === "" ? [] : [{ name, value }];
    });
  }

  /**
   * The value of one of this host's cookies by its own name. With https no other host of the domain
   * can have set it.
   */
  own({ cookies }: FastifyRequest, cookie: string): string | undefined {
    return cookies[this.nameOf(cookie)] || undefined;
  }

  /**
   * Sets one of this host's cookies, out of reach of scripts.
   *
   * @param maxAge seconds; undefined: until the browser is closed
   */
  set(reply: FastifyReply, cookie: string, value: string, maxAge?: number): void {
    void reply.setCookie(this.nameOf(cookie), value, {
      ...this.attributes(),
      httpOnly: true,
      maxAge,
    });
  }

  /** Removes one of this host's cookies, under both names. */
  clear(reply: FastifyReply, cookie: string): void {
    const names = new Set([
      this.nameOf(cookie),
      ...this.given(reply.request, cookie).map(({ name }) => name),
    ]);
    for (const name of names)
      void reply.clearCookie(name, { ...this.attributes(), httpOnly: true });
  }

  /** Sets a cookie that scripts and the domain's other sites may read. */
  share(reply: FastifyReply, name: string, value: string, maxAge: number): void {
    void reply.setCookie(name, value, { ...this.sharedAttributes(reply), maxAge });
  }

  /** Removes a shared cookie. */
  clearShared(reply: FastifyReply, name: string): void {
    void reply.clearCookie(name, this.sharedAttributes(reply));
  }

  private sharedAttributes({ request }: FastifyReply): CookieSerializeOptions {
    const { domain, secure } = this.options;
    // A browser takes a cookie for the host's own domain only. A shared one needs exactly the
    // attributes that the other sites use.
    return domain === undefined || !isBelow(request.hostname, domain)
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

function isBelow(host: string, domain: string): boolean {
  return host === domain || host.endsWith(`.${domain}`);
}
