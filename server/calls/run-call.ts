import { pause } from "../waiting/pause.ts";
import { setTimeout as sleep } from "node:timers/promises";
import type { FastifyInstance } from "fastify";
import type { CallRequest, CallResult } from "../../engine/transition/input.ts";
import { isEffectUnknown } from "../../engine/transition/is-effect-unknown.ts";
import { isSuccessStatus } from "../../engine/transition/success-status.ts";
import { isObject, type Json } from "../../engine/language/json.ts";
import { mayNameHeader } from "../../engine/language/header-names.ts";
import { AccessTokens, type TokenRequest } from "./access-tokens.ts";
import { authHeaders } from "./auth-headers.ts";
import { serviceEnvironment } from "./service-environment.ts";
import { signRequest } from "./sign-request.ts";
import {
  sendOverHttp,
  sendWithCertificate,
  type WireRequest,
  type WireResponse,
} from "./transport.ts";
import { hasLongText } from "./long-text.ts";
import { storableJson } from "./storable-json.ts";
import { reasonOf, Unreached } from "./unreached.ts";
import { isWebAddress } from "./web-address.ts";
import { isTooDeep } from "../http/request-text.ts";
import type { SandboxCall, ServiceSandbox } from "./service-sandbox.ts";
import type { CallService } from "./call-service.ts";
import type { RequestScope } from "../telemetry/request-scope.ts";
import { NO_TELEMETRY, type Telemetry } from "../telemetry/telemetry.ts";
import { memoize } from "../../engine/language/memoize.ts";

/**
 * The addresses of calls: outside services by environment variables, sandboxes in this process by
 * name.
 */
export interface CallTargets {
  readonly environment: NodeJS.ProcessEnv;
  readonly sandboxes: ReadonlyMap<string, FastifyInstance>;
  /** Answers services by the flow's own tables; undefined outside of development. */
  readonly serviceSandbox?: ServiceSandbox | undefined;
  readonly telemetry?: Telemetry;
}

/** The target of one call, and its request. */
export interface CallTarget extends CallTargets {
  /** The definitions that a sandbox answers by, and the application that the call is made for. */
  readonly made?: Pick<SandboxCall, "flow" | "application"> | undefined;
  /** Aborts when the visitor leaves; the call is not repeated then. */
  readonly signal?: AbortSignal | undefined;
  readonly scope?: RequestScope | undefined;
}

/**
 * Makes a call, with the delay, the timeout and the retries of its definition. Every attempt
 * carries the same Idempotency-Key, so that a service which honours it acts once.
 *
 * @param key stable for this call, also across restarts
 */
export async function runCall(
  request: CallRequest,
  service: CallService,
  targets: CallTarget,
  key: string,
): Promise<CallResult> {
  const { retry } = request;
  const { signal, scope } = targets;
  const began = performance.now();
  if (retry !== undefined && retry.afterMs > 0) await pause(retry.afterMs, { scope });
  let result = await attempt(request, service, targets, key);
  let repeated: { readonly repeated?: true } = {};
  for (
    let again = 0;
    retry !== undefined && again < retry.times && retry.on.includes(outcomeOf(result, request));
    again++
  ) {
    const { everyMs, withinMs = Number.POSITIVE_INFINITY } = retry;
    if (performance.now() - began + everyMs + request.timeoutMs > withinMs) break;
    await pause(everyMs, targets);
    if (signal?.aborted === true) break;
    // A refused retry reveals nothing about the attempt before, which may have had its effect.
    if (isEffectUnknown(request, result)) repeated = { repeated: true };
    result = { ...(await attempt(request, service, targets, key)), ...repeated };
  }
  return result;
}

/** Makes one attempt. The request's admission slot is free meanwhile. */
async function attempt(
  request: CallRequest,
  service: CallService,
  targets: CallTarget,
  key: string,
): Promise<CallResult> {
  const { telemetry = NO_TELEMETRY, scope } = targets;
  const slot = scope?.slot;
  const began = performance.now();
  slot?.release();
  let reason: string | undefined;
  const sent = async () =>
    send(request, service, targets, key).catch((error: unknown): CallResult => {
      if (!(error instanceof Unreached)) throw error;
      reason = error.message;
      return { outcome: "network", answer: null };
    });
  const result =
    telemetry.span === undefined
      ? await sent()
      : await telemetry.span(
          "call",
          {
            "foyer.call": request.call,
            "foyer.service": request.service,
            "http.request.method": request.method,
          },
          sent,
        );
  slot?.acquire();
  telemetry.call({
    request: scope?.id,
    service: request.service,
    call: request.call,
    outcome: result.outcome ?? String(result.status ?? ""),
    ms: performance.now() - began,
    reason,
  });
  return result;
}

/** @throws Unreached with the reason, when nothing answers; too late an answer is a result */
async function send(
  request: CallRequest,
  service: CallService,
  targets: CallTarget,
  key: string,
): Promise<CallResult> {
  const body = bodyOf(request);
  const environment = serviceEnvironment(service, request.service, targets.environment);
  const headers = withoutTransport({
    accept: "application/json",
    "idempotency-key": key,
    ...(body === undefined
      ? {}
      : {
          "content-type":
            request.encoding === "form" ? "application/x-www-form-urlencoded" : "application/json",
        }),
    ...serviceHeaders(service, environment),
    ...authHeaders(service.auth, environment),
    ...request.headers,
  });
  const baseUrl = baseUrlOf(service, environment);
  const tokens = tokensOf(targets.environment);
  if (baseUrl !== undefined)
    return overHttp(request, { service, environment, baseUrl, tokens }, headers, body);
  const answered =
    targets.made === undefined
      ? undefined
      : await targets.serviceSandbox?.answer({ ...targets.made, request, key });
  if (answered !== undefined) return answered;
  const sandbox =
    "sandbox" in service && service.sandbox !== undefined
      ? targets.sandboxes.get(service.sandbox)
      : undefined;
  if (sandbox === undefined)
    throw new Unreached(
      service.baseUrlFrom === undefined
        ? `the service "${request.service}" has no address here`
        : `${service.baseUrlFrom} is not set`,
    );
  return inProcess(request, sandbox, headers, body);
}

/** Access tokens by the environment that holds their credentials. */
const tokensOf = memoize((_environment: NodeJS.ProcessEnv) => new AccessTokens());

/** An outside service, with this service's credentials there. */
interface Outside {
  readonly service: CallService;
  readonly environment: NodeJS.ProcessEnv;
  readonly baseUrl: string;
  readonly tokens: AccessTokens;
}

async function overHttp(
  request: CallRequest,
  outside: Outside,
  headers: Record<string, string>,
  body: string | undefined,
): Promise<CallResult> {
  const address = addressBelow(outside.baseUrl, request.path);
  if (address === undefined)
    throw new Unreached(
      isWebAddress(outside.baseUrl)
        ? "the path of the call leads away from the base URL of the service"
        : `${outside.service.baseUrlFrom ?? "the base URL"} is no web address`,
    );
  const until = performance.now() + request.timeoutMs;
  const left = () => Math.max(1, Math.ceil(until - performance.now()));
  const wire = async (authorization: Record<string, string>) =>
    overWire(outside, address, {
      method: request.method,
      headers: {
        ...headers,
        ...authorization,
        ...signRequest(
          outside.service.signature,
          {
            method: request.method,
            path: address.pathname + address.search,
            body: body ?? "",
            time: Math.floor(Date.now() / 1000),
          },
          outside.environment,
        ),
      },
      body,
      timeoutMs: left(),
    });
  try {
    const { status, location, text } = await withToken(outside, wire, left);
    return resultOf(status, location, text);
  } catch (error) {
    if ((error as Error).name === "TimeoutError") return { outcome: "timeout", answer: null };
    throw new Unreached(reasonOf(error));
  }
}

/**
 * Sends with the service's access token, where it needs one; retries once with a new token when the
 * service refuses the first.
 */
async function withToken(
  outside: Outside,
  wire: (authorization: Record<string, string>) => Promise<WireResponse>,
  left: () => number,
): Promise<WireResponse> {
  const wanted = tokenRequest(outside.service.auth, outside.environment);
  if (wanted === undefined) return wire({});
  const token = async () =>
    outside.tokens.get(wanted, async (url, { headers, body }) =>
      overWire(outside, url, { method: "POST", headers, body, timeoutMs: left() }),
    );
  const first = await token();
  const response = await wire({ authorization: `Bearer ${first}` });
  if (response.status !== 401) return response;
  await outside.tokens.forget(wanted, first);
  return wire({ authorization: `Bearer ${await token()}` });
}

async function overWire(
  { service: { tls }, environment }: Outside,
  url: URL,
  request: WireRequest,
): Promise<WireResponse> {
  return tls === undefined
    ? sendOverHttp(url, request)
    : sendWithCertificate(url, request, tls, environment);
}

function tokenRequest(
  auth: CallService["auth"],
  environment: NodeJS.ProcessEnv,
): TokenRequest | undefined {
  if (auth?.kind !== "oauth2") return undefined;
  return {
    url: environment[auth.tokenUrlFrom] ?? "",
    clientId: environment[auth.clientId] ?? "",
    clientSecret: environment[auth.clientSecret] ?? "",
    scope: auth.scope,
    audience: auth.audience,
  };
}

async function inProcess(
  request: CallRequest,
  sandbox: FastifyInstance,
  headers: Record<string, string>,
  body: string | undefined,
): Promise<CallResult> {
  const late = Symbol("late");
  const timer = new AbortController();
  const answered = sandbox
    .inject({
      method: request.method as "GET",
      url: request.path,
      headers,
      payload: body,
    })
    .catch(() => undefined);
  const response = await Promise.race([
    answered,
    sleep(request.timeoutMs, late, { signal: timer.signal }).catch(() => late),
  ]);
  timer.abort();
  if (response === late) return { outcome: "timeout", answer: null };
  if (
    response === undefined ||
    typeof response === "symbol" ||
    response.headers["x-connection-dropped"] !== undefined
  )
    throw new Unreached(`the sandbox of the service "${request.service}" gave no answer`);
  const { location } = response.headers;
  return resultOf(
    response.statusCode,
    typeof location === "string" ? location : null,
    response.body,
  );
}

/** Base URL of a service, from its variable or its definition; undefined where neither has one. */
export function baseUrlOf(
  service: CallService,
  environment: NodeJS.ProcessEnv,
): string | undefined {
  const named = service.baseUrlFrom === undefined ? "" : (environment[service.baseUrlFrom] ?? "");
  if (named !== "") return named;
  return "baseUrl" in service ? service.baseUrl : undefined;
}

/**
 * The address of a path below a base; undefined where it would leave the base, or the base is no
 * web address.
 */
function addressBelow(baseUrl: string, path: string): URL | undefined {
  if (!isWebAddress(baseUrl)) return undefined;
  const base = new URL(baseUrl);
  const text = baseUrl.replace(/\/$/, "") + path;
  const address = URL.canParse(text) ? new URL(text) : undefined;
  const below = base.pathname.replace(/\/$/, "");
  return address?.origin === base.origin &&
    address.username === "" &&
    address.pathname.startsWith(`${below}/`)
    ? address
    : undefined;
}

/**
 * Headers without those that the transport sets: an older engine accepted definitions that name
 * them.
 */
function withoutTransport(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => mayNameHeader(name)));
}

/** A form's values are texts; an absent one is omitted. */
function bodyOf({ body, encoding }: CallRequest): string | undefined {
  if (body === undefined) return undefined;
  if (encoding !== "form") return JSON.stringify(body);
  const values = isObject(body) ? Object.entries(body) : [];
  return new URLSearchParams(
    values.flatMap(([name, value]: [string, Json]) =>
      value === null ? [] : [[name, typeof value === "string" ? value : JSON.stringify(value)]],
    ),
  ).toString();
}

function resultOf(status: number, location: string | null, text: string): CallResult {
  const read = jsonIn(text);
  return {
    status,
    answer: read ?? null,
    ...(read === undefined ? { malformed: true as const } : {}),
    ...(location === null ? {} : { location }),
  };
}

/**
 * Parses JSON; undefined for another text, for deep nesting and for a text too long to keep, null
 * for an empty text.
 */
function jsonIn(text: string): Json | undefined {
  if (isTooDeep(text)) return undefined;
  try {
    const value = text === "" ? null : (JSON.parse(text) as Json);
    return hasLongText(value) ? undefined : storableJson(value);
  } catch {
    return undefined;
  }
}

function outcomeOf(result: CallResult, request: CallRequest): string {
  if (isEffectUnknown(request, result)) return "unknown";
  return result.outcome ?? (isSuccessStatus(result.status) ? "success" : "failed");
}

function serviceHeaders(
  service: CallService,
  environment: NodeJS.ProcessEnv,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(service.headers ?? {}).flatMap(([name, value]) => {
      if (typeof value === "string") return [[name, value] as const];
      const variable =
        typeof value === "object" && value !== null && "env" in value
          ? environment[String(value["env"])]
          : undefined;
      return variable === undefined ? [] : [[name, variable] as const];
    }),
  );
}
