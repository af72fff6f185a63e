import type { FastifyReply, FastifyRequest } from "fastify";
import type { SiteCookies } from "../../application/request/site-cookies.ts";
import type { Vault } from "../../storage/secrets/vault.ts";

/** A sign-in in progress: the data needed when the issuer sends the visitor back. */
export interface Attempt {
  readonly state: string;
  readonly nonce: string;
  /** PKCE code verifier. */
  readonly verifier: string;
  /** Path of this site that follows the sign-in. */
  readonly path: string;
  readonly realm?: string;
  readonly app?: string;
  /** The visitor wants a new account. */
  readonly create: boolean;
  /** Milliseconds since 1970. */
  readonly until: number;
}

const COOKIE = "foyer_sign_in";
const PLACE = { column: `cookie.${COOKIE}`, row: "", path: "" };
const LIFETIME_MS = 15 * 60_000;
/** Largest cookie value, in bytes; browsers keep about 4096 for a whole cookie. */
const LIMIT = 3800;

/**
 * The sign-ins in progress of one browser, in a sealed cookie. There may be several, one for each
 * tab; the oldest are dropped for want of room.
 */
export class Attempts {
  constructor(
    private readonly vault: Vault,
    private readonly options: { readonly cookies: SiteCookies; now(): number },
  ) {}

  remember(request: FastifyRequest, reply: FastifyReply, attempt: Omit<Attempt, "until">): void {
    this.write(reply, [
      ...this.read(request),
      { ...attempt, until: this.options.now() + LIFETIME_MS },
    ]);
  }

  /** Takes the attempt of a state, once, while it is fresh. */
  consume(request: FastifyRequest, reply: FastifyReply, state: string): Attempt | undefined {
    const attempts = this.read(request);
    const found = attempts.find((attempt) => attempt.state === state);
    if (found !== undefined)
      this.write(
        reply,
        attempts.filter((attempt) => attempt !== found),
      );
    return found;
  }

  forget(reply: FastifyReply): void {
    this.write(reply, []);
  }

  private read(request: FastifyRequest): readonly Attempt[] {
    return this.options.cookies.given(request, COOKIE).flatMap(({ name, value }) => {
      try {
        const box = JSON.parse(this.vault.open(value, PLACE)) as {
          readonly for?: string;
          readonly attempts: readonly Attempt[];
        };
        // The sealed value names its cookie: one made for `__Host-` cannot be planted under the
        // other name.
        return box.for === name
          ? box.attempts.filter(({ until }) => until > this.options.now())
          : [];
      } catch {
        // Another service's value, or one sealed with a retired key.
        return [];
      }
    });
  }

  private write(reply: FastifyReply, attempts: readonly Attempt[]): void {
    const { cookies } = this.options;
    cookies.clear(reply, COOKIE);
    for (let from = 0; from < attempts.length; from++) {
      const box = this.vault.seal(
        JSON.stringify({ for: cookies.nameOf(COOKIE), attempts: attempts.slice(from) }),
        PLACE,
      );
      if (box.length > LIMIT) continue;
      cookies.set(reply, COOKIE, box, LIFETIME_MS / 1000);
      return;
    }
  }
}
