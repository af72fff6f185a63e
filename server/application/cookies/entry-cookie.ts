import type { FastifyReply, FastifyRequest } from "fastify";
import { SealedCookie, type SealedCookieTools } from "./sealed-cookie.ts";

type Query = Readonly<Record<string, string>>;

/** What one address brought. */
interface Arrival {
  /** Entry parameters that wait until the browser has returned the cookie, and their path. */
  readonly waiting?: { readonly path: string; readonly query: Query };
  /** State paths of answers that the address did not change, until a page says so. */
  readonly unchanged?: readonly string[];
  /** The browser was asked to return the cookie, for nothing but that. */
  readonly expected?: true;
}

/**
 * What an address brought, in a sealed cookie. The entry parameters of a browser without a session
 * wait there: programs that only fetch an address do not return cookies, and begin no application.
 */
export class EntryCookie {
  private readonly cookie: SealedCookie<Arrival>;

  constructor(tools: SealedCookieTools) {
    this.cookie = new SealedCookie(tools, {
      name: "foyer_entry",
      list: "arrivals",
      lifetimeMs: 600_000,
    });
  }

  /**
   * Keeps the entry parameters of a path.
   *
   * @returns false, and keeps none, when they do not fit a cookie
   */
  holdParameters(reply: FastifyReply, path: string, query: Query): boolean {
    return this.cookie.write(reply, [this.cookie.lasting({ waiting: { path, query } })]);
  }

  /** Sets the cookie for nothing but to see it returned. */
  expectReturn(reply: FastifyReply): void {
    this.cookie.write(reply, [this.cookie.lasting({ expected: true })]);
  }

  /** Whether the browser has returned the cookie, with parameters or without. */
  isReturned(request: FastifyRequest): boolean {
    return this.cookie.read(request).length > 0;
  }

  /** Whether the browser has returned a cookie that was set for nothing else. */
  wasExpected(request: FastifyRequest): boolean {
    return this.cookie.read(request).some(({ expected }) => expected === true);
  }

  /** The parameters that the browser has returned for a path. */
  waitingParameters(request: FastifyRequest, path: string): Query | undefined {
    return this.cookie.read(request).find(({ waiting }) => waiting?.path === path)?.waiting?.query;
  }

  /** Keeps, for the next page, which answers the address would have changed. */
  rememberUnchanged(reply: FastifyReply, unchanged: readonly string[]): void {
    if (unchanged.length > 0) this.cookie.write(reply, [this.cookie.lasting({ unchanged })]);
  }

  /** The state paths of answers that an address did not change. */
  unchangedAnswers(request: FastifyRequest): readonly string[] {
    return this.cookie.read(request).flatMap(({ unchanged = [] }) => unchanged);
  }

  forget(reply: FastifyReply): void {
    this.cookie.clear(reply);
  }
}
