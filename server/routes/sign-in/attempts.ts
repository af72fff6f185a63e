import type { FastifyReply, FastifyRequest } from "fastify";
import type { SiteCookies } from "../../application/request/site-cookies.ts";
import type { Vault } from "../../storage/secrets/vault.ts";

/** A sign-in that was begun: what has to be known when the issuer sends the visitor back. */
export interface Attempt {
  readonly state: string;
  readonly nonce: string;
  /** PKCE code verifier. */
  readonly verifier: string;
  /** Path of this site to go on with. */
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
/** What browsers keep of a cookie is about 4096 bytes. */
const LIMIT = 3800;

/**
 * Attempts of one browser, in a cookie that only this service can read or make. There may be several, since
 * people have several tabs; the oldest are dropped when there is no room.
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

  /** The attempt a state belongs to, while it is fresh; each can be taken once. */
  take(request: FastifyRequest, reply: FastifyReply, state: string): Attempt | undefined {
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
        // A box belongs to one name: one that was made for the `__Host-` cookie cannot be planted under the other.
        return box.for === name
          ? box.attempts.filter(({ until }) => until > this.options.now())
          : [];
      } catch {
        // Not ours, or sealed with a key that is gone.
        return [];
      }
    });
  }

  private write(reply: FastifyReply, attempts: readonly Attempt[]): void {
    const { cookies } = this.options;
    cookies.take(reply, COOKIE);
    for (let from = 0; from < attempts.length; from++) {
      const box = this.vault.seal(
        JSON.stringify({ for: cookies.nameOf(COOKIE), attempts: attempts.slice(from) }),
        PLACE,
      );
      if (box.length > LIMIT) continue;
      cookies.give(reply, COOKIE, box, LIFETIME_MS / 1000);
      return;
    }
  }
}
