import type { FastifyReply, FastifyRequest } from "fastify";
import type { Vault } from "../../storage/secrets/vault.ts";
import type { SiteCookies } from "./site-cookies.ts";

/** Largest cookie value, in bytes; browsers keep about 4096 for a whole cookie. */
const LIMIT = 3800;

/** An entry of a sealed cookie. */
export interface Expiring {
  /** Milliseconds since 1970. */
  readonly until: number;
}

/** What sealed cookies need. */
export interface SealedCookieTools {
  readonly vault: Vault;
  readonly cookies: SiteCookies;
  /** Milliseconds since 1970. */
  now(): number;
}

/**
 * A list in a cookie that a browser can neither read nor write. The sealed value names its cookie:
 * one made for `__Host-` cannot be planted under the other name.
 */
export class SealedCookie<T> {
  /** @param cookie its name, the name of its list, and the lifetime of an entry in milliseconds */
  constructor(
    private readonly tools: SealedCookieTools,
    private readonly cookie: {
      readonly name: string;
      readonly list: string;
      readonly lifetimeMs: number;
    },
  ) {}

  /** The entries of a request that are not over, the oldest first. */
  read(request: FastifyRequest): readonly (T & Expiring)[] {
    const { vault, cookies, now } = this.tools;
    const { name: cookie, list } = this.cookie;
    return cookies.given(request, cookie).flatMap(({ name, value }) => {
      try {
        const box = JSON.parse(vault.open(value, this.place())) as {
          readonly for?: string;
          readonly [list: string]: unknown;
        };
        if (box.for !== name) return [];
        return (box[list] as readonly (T & Expiring)[]).filter(({ until }) => until > now());
      } catch {
        // Another service's value, one that was changed, or one sealed with a retired key.
        return [];
      }
    });
  }

  /** An entry that begins now. */
  lasting(entry: T): T & Expiring {
    return { ...entry, until: this.tools.now() + this.cookie.lifetimeMs };
  }

  /**
   * Replaces the list; the oldest entries are dropped for want of room, and none clears it.
   *
   * @returns whether any entry is kept
   */
  write(reply: FastifyReply, entries: readonly (T & Expiring)[]): boolean {
    const { vault, cookies } = this.tools;
    const { name, list, lifetimeMs } = this.cookie;
    cookies.clear(reply, name);
    for (let from = 0; from < entries.length; from++) {
      const content = { for: cookies.nameOf(name), [list]: entries.slice(from) };
      const box = vault.seal(JSON.stringify(content), this.place());
      if (box.length > LIMIT) continue;
      cookies.set(reply, name, box, lifetimeMs / 1000);
      return true;
    }
    return false;
  }

  /** Removes the cookie where the request has one. */
  clear(reply: FastifyReply): void {
    const { cookies } = this.tools;
    if (cookies.given(reply.request, this.cookie.name).length > 0)
      cookies.clear(reply, this.cookie.name);
  }

  private place() {
    return { column: `cookie.${this.cookie.name}`, row: "", path: "" };
  }
}
