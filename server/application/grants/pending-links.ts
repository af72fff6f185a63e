import type { FastifyReply, FastifyRequest } from "fastify";
import { SealedCookie, type SealedCookieTools } from "../request/sealed-cookie.ts";

/** Maximum number of pending links of one browser. */
const LIMIT = 5;

/**
 * Links that a browser has opened and not accepted yet. Their tokens leave the address at once, and
 * wait in a sealed cookie until the visitor has signed in, or has returned the cookie, which
 * programs that scan mails do not.
 */
export class PendingLinks {
  private readonly cookie: SealedCookie<{ readonly path: string; readonly token: string }>;

  constructor(tools: SealedCookieTools) {
    this.cookie = new SealedCookie(tools, {
      name: "foyer_links",
      list: "links",
      lifetimeMs: 3_600_000,
    });
  }

  remember(request: FastifyRequest, reply: FastifyReply, path: string, token: string): void {
    this.cookie.write(
      reply,
      [
        ...this.cookie.read(request).filter((link) => link.path !== path),
        this.cookie.lasting({ path, token }),
      ].slice(-LIMIT),
    );
  }

  find(request: FastifyRequest, path: string): string | undefined {
    return this.cookie.read(request).find((link) => link.path === path)?.token;
  }

  forget(request: FastifyRequest, reply: FastifyReply, path: string): void {
    const links = this.cookie.read(request);
    const left = links.filter((link) => link.path !== path);
    if (left.length !== links.length) this.cookie.write(reply, left);
  }

  /** Forgets all of them: they wait for the person who opened them. */
  forgetAll(reply: FastifyReply): void {
    this.cookie.clear(reply);
  }
}
