import rateLimit, { type FastifyRateLimitStore } from "@fastify/rate-limit";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { RateLimits } from "../storage/repositories/rate-limits.ts";
import { countedAddress } from "./counted-address.ts";

declare module "fastify" {
  interface FastifyInstance {
    readonly limits: VisitorLimits;
  }
  interface FastifyRequest {
    /** Whom the limit at hand counts for. */
    countedVisitor: string;
  }
}

const MINUTE_MS = 60_000;

/** Keys that a node remembers for each limit; the one that was used longest ago gives way. */
const KEPT = 50_000;

/** How often something may be asked for in a minute. */
export interface VisitorLimit {
  readonly visitor: number;
  /** An office behind one address has several visitors. */
  readonly address: number;
}

/**
 * Suggestions: somebody who types fast pauses forty times a minute. Each is a request to somebody outside, who may want
 * money for it, and nobody is to have their answers through us without an application to fill in.
 */
export const SUGGESTIONS: VisitorLimit = { visitor: 60, address: 240 };

/** Drafts: a page sends what is typed when a field is left, and never more often than once a second. */
export const DRAFTS: VisitorLimit = { visitor: 60, address: 600 };

/** Sign-ins begun and ended from one address, over all nodes: each is a request or two to the issuer. */
export const SIGN_INS_BY_ADDRESS = 240;

/** How often visitors may ask for something that costs. */
export interface VisitorLimits {
  /** Counts one more on this node. @returns false: too many in the minute */
  takeSuggestion(request: FastifyRequest, visitor: string | undefined): Promise<boolean>;
  takeDraft(request: FastifyRequest, visitor: string | undefined): Promise<boolean>;
  /** Counts one more of an address on all nodes. */
  takeSignIn(request: FastifyRequest): Promise<boolean>;
}

/** Gives the app its limits, `app.limits`; a request counts when a route takes one. */
export async function visitorLimits(app: FastifyInstance, shared: RateLimits): Promise<void> {
  app.decorateRequest("countedVisitor", "");
  let takeSuggestion: VisitorLimits["takeSuggestion"] | undefined;
  let takeDraft: VisitorLimits["takeDraft"] | undefined;
  let takeSignIn: VisitorLimits["takeSignIn"] | undefined;
  // A registration has one store: each has a scope of its own.
  await app.register(async (scope) => {
    await scope.register(rateLimit, { global: false, cache: KEPT });
    takeSuggestion = onThisNode(scope, SUGGESTIONS);
    takeDraft = onThisNode(scope, DRAFTS);
  });
  await app.register(async (scope) => {
    await scope.register(rateLimit, { global: false, store: storeOf(shared) });
    const limited = scope.createRateLimit({
      max: SIGN_INS_BY_ADDRESS,
      timeWindow: MINUTE_MS,
      // Without the database no visitor signs in anyway: they are told so, and not of a limit.
      skipOnError: true,
      keyGenerator: (request) => signInKey(request) ?? "",
      // Addresses inside of a network are a proxy's, which everybody behind it has in common.
      allowList: (request) => signInKey(request) === undefined,
    });
    takeSignIn = async (request) => !isExceeded(await limited(request));
  });
  if (takeSuggestion === undefined || takeDraft === undefined || takeSignIn === undefined)
    throw new Error("The limits were not registered");
  app.decorate("limits", { takeSuggestion, takeDraft, takeSignIn });
}

/** An address first: a request that it refuses leaves no key of its visitor behind. */
function onThisNode(
  scope: FastifyInstance,
  most: VisitorLimit,
): (request: FastifyRequest, visitor: string | undefined) => Promise<boolean> {
  const limit = { timeWindow: MINUTE_MS, cache: KEPT };
  const byAddress = scope.createRateLimit({ ...limit, max: most.address });
  const byVisitor = scope.createRateLimit({
    ...limit,
    max: most.visitor,
    keyGenerator: ({ countedVisitor }) => countedVisitor,
  });
  return async (request, visitor) => {
    if (isExceeded(await byAddress(request))) return false;
    if (visitor === undefined) return true;
    request.countedVisitor = visitor;
    return !isExceeded(await byVisitor(request));
  };
}

function signInKey(request: FastifyRequest): string | undefined {
  const address = countedAddress(request.ip);
  return address === undefined ? undefined : `sign-in ${address}`;
}

function isExceeded(
  counted: Awaited<ReturnType<ReturnType<FastifyInstance["createRateLimit"]>>>,
): boolean {
  return !counted.isAllowed && counted.isExceeded;
}

/** The library's store over the counts that all nodes share. */
function storeOf(shared: RateLimits): new () => FastifyRateLimitStore {
  return class implements FastifyRateLimitStore {
    incr(
      key: string,
      callback: (error: Error | null, result?: { current: number; ttl: number }) => void,
      windowMs = MINUTE_MS,
    ): void {
      shared.count(key, windowMs).then(
        (result) => callback(null, result),
        (error: Error) => callback(error),
      );
    }

    child(): this {
      return this;
    }
  };
}
