import type { FastifyReply, FastifyRequest } from "fastify";
import {
  SealedCookie,
  type Expiring,
  type SealedCookieTools,
} from "../../application/cookies/sealed-cookie.ts";

/** A sign-in in progress: the data needed when the issuer sends the visitor back. */
export interface Attempt extends Expiring {
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
}

/**
 * The sign-ins in progress of one browser, in a sealed cookie. There may be several, one for each
 * tab; the oldest are dropped for want of room.
 */
export class Attempts {
  private readonly cookie: SealedCookie<Omit<Attempt, "until">>;

  constructor(tools: SealedCookieTools) {
    this.cookie = new SealedCookie(tools, {
      name: "foyer_sign_in",
      list: "attempts",
      lifetimeMs: 15 * 60_000,
    });
  }

  remember(request: FastifyRequest, reply: FastifyReply, attempt: Omit<Attempt, "until">): void {
    this.cookie.write(reply, [...this.cookie.read(request), this.cookie.lasting(attempt)]);
  }

  /** Takes the attempt of a state, once, while it is fresh. */
  consume(request: FastifyRequest, reply: FastifyReply, state: string): Attempt | undefined {
    const attempts = this.cookie.read(request);
    const found = attempts.find((attempt) => attempt.state === state);
    if (found !== undefined)
      this.cookie.write(
        reply,
        attempts.filter((attempt) => attempt !== found),
      );
    return found;
  }

  forget(reply: FastifyReply): void {
    this.cookie.clear(reply);
  }
}
