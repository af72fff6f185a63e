import rateLimit, { type FastifyRateLimitStore } from "@fastify/rate-limit";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { RateLimits } from "../storage/repositories/rate-limits.ts";
import { countedAddress } from "../http/counted-address.ts";

declare module "fastify" {
  interface FastifyInstance {
    readonly limits: VisitorLimits;
  }
  interface FastifyRequest {
    /** Key of the limit in use. */
    countedVisitor: string;
  }
}

const MINUTE_MS = 60_000;

/** Keys that a node holds for each limit; the least recently used one is dropped. */
const KEPT = 50_000;

/** Requests a minute, by visitor and by address. */
export interface VisitorLimit {
  readonly visitor: number;
  /** Higher than the visitor's: an office behind one address has several visitors. */
  readonly address: number;
}

/**
 * Suggestions: a fast typist pauses forty times a minute. Each one may cost a request to a paid
 * service, which must not be open to visitors without an application.
 */
export const SUGGESTIONS: VisitorLimit = { visitor: 60, address: 240 };

/** Drafts: a page sends typed data when a field is left, at most once a second. */
export const DRAFTS: VisitorLimit = { visitor: 60, address: 600 };

/** Bodies with files, refused ones included: each may cost seconds of work. */
export const FILES: VisitorLimit = { visitor: 60, address: 240 };

/** Attempts at an impersonation, refused ones included. */
export const IMPERSONATIONS: VisitorLimit = { visitor: 30, address: 120 };

/**
 * Sign-ins begun and ended from one address, over all nodes: each makes one or two requests to the
 * issuer.
 */
export const SIGN_INS_BY_ADDRESS = 240;

/** Limits for requests that are costly. */
export interface VisitorLimits {
  /** Counts a request for suggestions on this node. @returns false when it exceeds the limit */
  countSuggestion(request: FastifyRequest, visitor: string | undefined): Promise<boolean>;
  countDraft(request: FastifyRequest, visitor: string | undefined): Promise<boolean>;
  countFiles(request: FastifyRequest, visitor: string | undefined): Promise<boolean>;
  countImpersonation(request: FastifyRequest, visitor: string): Promise<boolean>;
  /** Counts a sign-in of an address on all nodes. */
  countSignIn(request: FastifyRequest): Promise<boolean>;
}

/** Gives the app its limits, `app.limits`; a route takes one explicitly. */
export async function visitorLimits(app: FastifyInstance, shared: RateLimits): Promise<void> {
  app.decorateRequest("countedVisitor", "");
  let countSuggestion: VisitorLimits["countSuggestion"] | undefined;
  let countDraft: VisitorLimits["countDraft"] | undefined;
  let countFiles: VisitorLimits["countFiles"] | undefined;
  let countImpersonation: VisitorLimits["countImpersonation"] | undefined;
  let countSignIn: VisitorLimits["countSignIn"] | undefined;
  // The plugin has one store for each registration: each limit has a scope of its own.
  await app.register(async (scope) => {
    await scope.register(rateLimit, { global: false, cache: KEPT });
    countSuggestion = onThisNode(scope, SUGGESTIONS);
    countDraft = onThisNode(scope, DRAFTS);
    countFiles = onThisNode(scope, FILES);
    countImpersonation = onThisNode(scope, IMPERSONATIONS);
  });
  await app.register(async (scope) => {
    await scope.register(rateLimit, { global: false, store: storeOf(shared) });
    const limited = scope.createRateLimit({
      max: SIGN_INS_BY_ADDRESS,
      timeWindow: MINUTE_MS,
      // Without the database sign-in fails anyway, with a message of its own.
      skipOnError: true,
      keyGenerator: (request) => signInKey(request) ?? "",
      // Private addresses belong to a proxy, which many visitors share.
      allowList: (request) => signInKey(request) === undefined,
    });
    countSignIn = async (request) => !isExceeded(await limited(request));
  });
  if (
    countSuggestion === undefined ||
    countDraft === undefined ||
    countFiles === undefined ||
    countImpersonation === undefined ||
    countSignIn === undefined
  )
    throw new Error("The limits were not registered");
  app.decorate("limits", {
    countSuggestion,
    countDraft,
    countFiles,
    countImpersonation,
    countSignIn,
  });
}

/** Counts the address first: a refused address leaves no key of its visitor. */
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

/** The rate-limit library's store, backed by the counts that all nodes share. */
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
