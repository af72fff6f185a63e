import type { FlowLibrary } from "../../definitions/flow-library.ts";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { DatabaseUnavailable } from "../../storage/database/database.ts";
import { refusePrefetch } from "../prefetch.ts";
import { redirectToExit, redirectToPage } from "../redirect.ts";
import { setSessionCookie, sessionToken } from "../../application/request/session.ts";
import type { TargetTools } from "../../application/request/request-target.ts";
import type { Attempt } from "./attempts.ts";
import { CALLBACK_PATH, SignInError } from "./issuer.ts";
import { localPath } from "./local-path.ts";
import { answerSignOut, askToSignOut, SIGN_OUT_PATH } from "./sign-out.ts";
import { withoutSlot } from "../../pausing/without-slot.ts";
import type { SignIn, SignOutTools } from "./sign-in.ts";
import { sendSignInError } from "./sign-in-error-page.ts";
import { PAGE } from "../../plugins/route-config.ts";

type Wish = Pick<Attempt, "path" | "realm" | "app" | "create">;

/** Adds `/sign-in`, `/create-account`, the issuer's callback and `/sign-out`. */
export function signInRoutes(
  app: FastifyInstance,
  tools: SignOutTools & TargetTools,
  signIn: SignIn,
): void {
  app.get("/sign-in", { config: PAGE }, async (request, reply) =>
    sendToIssuer(request, reply, tools, { ...signIn, create: false }),
  );
  app.get("/create-account", { config: PAGE }, async (request, reply) =>
    sendToIssuer(request, reply, tools, { ...signIn, create: true }),
  );
  app.get(CALLBACK_PATH, { config: PAGE }, async (request, reply) =>
    comeBack(request, reply, tools, signIn),
  );
  app.get(SIGN_OUT_PATH, { config: PAGE }, async (request, reply) =>
    askToSignOut(request, reply, tools),
  );
  app.post(SIGN_OUT_PATH, { config: PAGE }, async (request, reply) =>
    answerSignOut(request, reply, tools, signIn),
  );
}

async function sendToIssuer(
  request: FastifyRequest,
  reply: FastifyReply,
  tools: TargetTools,
  { issuer, attempts, origin, create }: SignIn & { readonly create: boolean },
): Promise<FastifyReply> {
  refusePrefetch(request);
  const query = queryOf(request);
  const [realm, app] = [nameOf(query.get("realm")), nameOf(query.get("app"))];
  const wish: Wish = {
    path: localPath(query.get("path") ?? undefined),
    create,
    ...(realm === undefined ? {} : { realm }),
    ...(app === undefined ? {} : { app }),
  };
  if (!(await request.server.limits.countSignIn(request)))
    return sendSignInError(
      request,
      reply,
      { failure: "often", again: againPath(wish), path: wish.path },
      tools,
    );
  const begun = await withoutSlot(request.scope, async () =>
    issuer?.begin(wish, origin(request)).catch((error: unknown) => asSignInError(error, request)),
  );
  if (begun === undefined || begun instanceof SignInError)
    return sendSignInError(
      request,
      reply,
      { failure: "unavailable", again: againPath(wish), path: wish.path },
      tools,
    );
  attempts.remember(request, reply, begun.attempt);
  return redirectToExit(reply, begun.location);
}

/** Names of the axes of all flows. */
function axisNames({ flows }: FlowLibrary): readonly string[] {
  return [
    ...new Set([...flows.values()].flatMap(({ definition }) => Object.keys(definition.axes ?? {}))),
  ];
}

async function comeBack(
  request: FastifyRequest,
  reply: FastifyReply,
  tools: SignOutTools & TargetTools,
  { issuer, attempts, origin }: SignIn,
): Promise<FastifyReply> {
  refusePrefetch(request);
  // The issuer's code is good for one request, which has to be the one that signs in.
  if (request.method === "HEAD") return reply.code(204).header("cache-control", "no-store").send();
  if (!(await request.server.limits.countSignIn(request)))
    return sendSignInError(request, reply, { failure: "often", again: "/sign-in" }, tools);
  const attempt = attempts.consume(request, reply, queryOf(request).get("state") ?? "");
  if (attempt === undefined || issuer === undefined)
    return sendSignInError(request, reply, { failure: "expired", again: "/sign-in" }, tools);
  const at = request.url.indexOf("?");
  const asked = {
    origin: origin(request),
    axes: axisNames(tools.library()),
    report: (error: SignInError) => logSignInError(error, request),
  };
  const identified = await withoutSlot(request.scope, async () =>
    issuer
      .identify(request.url.slice(at), attempt, asked)
      .catch((error: unknown) => asSignInError(error, request)),
  );
  if (identified instanceof SignInError)
    return sendSignInError(
      request,
      reply,
      { failure: identified.failure, again: againPath(attempt), path: attempt.path },
      tools,
    );
  try {
    setSessionCookie(
      reply,
      await tools.sessions.signIn(
        identified.person,
        identified.idToken,
        sessionToken(request, tools),
      ),
      tools,
    );
  } catch (error) {
    if (!(error instanceof DatabaseUnavailable)) throw error;
    return sendSignInError(
      request,
      reply,
      { failure: "unavailable", again: againPath(attempt), path: attempt.path },
      tools,
    );
  }
  return redirectToPage(reply, attempt.path);
}

/** The error of a failed sign-in, which is logged. @throws every other error */
function asSignInError(error: unknown, request: FastifyRequest): SignInError {
  if (!(error instanceof SignInError)) throw error;
  if (error.failure !== "denied") logSignInError(error, request);
  return error;
}

function logSignInError({ failure, message, cause }: SignInError, request: FastifyRequest): void {
  request.log.warn({ failure, cause: causesOf(cause) }, message);
}

/** The messages of an error and of what caused it, with their codes; the last is the network's. */
function causesOf(error: unknown): string | undefined {
  const causes: string[] = [];
  for (let at = error; at instanceof Error && causes.length < 5; at = at.cause)
    causes.push(...(at instanceof AggregateError ? at.errors : [at]).map(messageOf));
  return causes.length === 0 ? undefined : causes.join("; ");
}

function messageOf(error: Error & { readonly code?: unknown }): string {
  const { code, message } = error;
  return typeof code === "string" && !message.includes(code) ? `${code}: ${message}` : message;
}

/** The address that begins the same sign-in again. */
function againPath({ path, realm, app, create }: Wish): string {
  const query = new URLSearchParams({
    ...(realm === undefined ? {} : { realm }),
    ...(app === undefined ? {} : { app }),
    path,
  });
  return `${create ? "/create-account" : "/sign-in"}?${query}`;
}

function queryOf(request: FastifyRequest): URLSearchParams {
  const at = request.url.indexOf("?");
  return new URLSearchParams(at < 0 ? "" : request.url.slice(at));
}

/** A realm or app that has the form of a name; anything else is dropped. */
function nameOf(text: string | null): string | undefined {
  return text !== null && /^[\w.:-]{1,100}$/.test(text) ? text : undefined;
}
