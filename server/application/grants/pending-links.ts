import { randomBytes } from "node:crypto";
import type { FastifyReply, FastifyRequest } from "fastify";
import { SealedCookie, type SealedCookieTools } from "../cookies/sealed-cookie.ts";

/** Maximum number of pending links of one browser. */
const LIMIT = 5;

/** Milliseconds for which a link waits. */
export const LINK_WAITS_MS = 3_600_000;

/** A link that waits in a browser. */
export interface PendingLink {
  readonly token: string;
  /** Random: names the browser. Opening the link again keeps it for half an hour. */
  readonly holder: string;
}

/**
 * Links that a browser has opened and not accepted yet. Their tokens leave the address at once, and
 * wait in a sealed cookie until the visitor has signed in, or has returned the cookie, which
 * programs that scan mails do not.
 */
export class PendingLinks {
  private readonly cookie: SealedCookie<PendingLink & { readonly path: string }>;

  constructor(tools: SealedCookieTools) {
    this.cookie = new SealedCookie(tools, {
      name: "foyer_links",
      list: "links",
      lifetimeMs: LINK_WAITS_MS,
    });
  }

  remember(request: FastifyRequest, reply: FastifyReply, path: string, token: string): void {
    const links = this.cookie.read(request);
    const known = links.find((link) => link.path === path && link.token === token);
    const holder = randomBytes(16).toString("base64url");
    const fresh = this.cookie.lasting({ path, token, holder });
    const isYoung = known !== undefined && known.until > fresh.until - LINK_WAITS_MS / 2;
    this.cookie.write(
      reply,
      [...links.filter((link) => link.path !== path), isYoung ? known : fresh].slice(-LIMIT),
    );
  }

  find(request: FastifyRequest, path: string): PendingLink | undefined {
    return this.cookie.read(request).find((link) => link.path === path);
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
