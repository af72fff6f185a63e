import type { FastifyReply, FastifyRequest } from "fastify";
import type { SiteCookies } from "../request/site-cookies.ts";
import type { Vault } from "../../storage/secrets/vault.ts";

interface PendingLink {
  readonly path: string;
  readonly token: string;
  /** Milliseconds since 1970. */
  readonly until: number;
}

const COOKIE = "foyer_links";
const PLACE = { column: `cookie.${COOKIE}`, row: "", path: "" };
const LIFETIME_MS = 3_600_000;
/** Maximum number of pending links of one browser. */
const LIMIT = 5;

/**
 * Links that a browser has opened and not accepted yet. Their tokens leave the address at once, and
 * wait in a sealed cookie until the visitor has signed in, or has returned the cookie, which
 * programs that scan mails do not.
 */
export class PendingLinks {
  constructor(
    private readonly vault: Vault,
    private readonly options: { readonly cookies: SiteCookies; now(): number },
  ) {}

  remember(request: FastifyRequest, reply: FastifyReply, path: string, token: string): void {
    this.write(
      reply,
      [
        ...this.read(request).filter((link) => link.path !== path),
        { path, token, until: this.options.now() + LIFETIME_MS },
      ].slice(-LIMIT),
    );
  }

  find(request: FastifyRequest, path: string): string | undefined {
    return this.read(request).find((link) => link.path === path)?.token;
  }

  forget(request: FastifyRequest, reply: FastifyReply, path: string): void {
    const links = this.read(request);
    const left = links.filter((link) => link.path !== path);
    if (left.length !== links.length) this.write(reply, left);
  }

  private read(request: FastifyRequest): readonly PendingLink[] {
    return this.options.cookies.given(request, COOKIE).flatMap(({ name, value }) => {
      try {
        const box = JSON.parse(this.vault.open(value, PLACE)) as {
          readonly for?: string;
          readonly links: readonly PendingLink[];
        };
        return box.for === name ? box.links.filter(({ until }) => until > this.options.now()) : [];
      } catch {
        // Another service's value, or one sealed with a retired key.
        return [];
      }
    });
  }

  private write(reply: FastifyReply, links: readonly PendingLink[]): void {
    const { cookies } = this.options;
    cookies.clear(reply, COOKIE);
    if (links.length === 0) return;
    const box = this.vault.seal(JSON.stringify({ for: cookies.nameOf(COOKIE), links }), PLACE);
    cookies.set(reply, COOKIE, box, LIFETIME_MS / 1000);
  }
}
