import type { CallRequest, CallResult } from "../../engine/transition/input.ts";
import { memoize } from "../../engine/language/memoize.ts";
import { AccessTokens, type TokenRequest } from "./access-tokens.ts";
import type { CallService } from "./call-service.ts";
import { resultOf } from "./read-answer.ts";
import { signRequest } from "./sign-request.ts";
import {
  sendOverHttp,
  sendWithCertificate,
  type WireRequest,
  type WireResponse,
} from "./transport.ts";
import { reasonOf, Unreached } from "./unreached.ts";
import { isWebAddress } from "./web-address.ts";
import type { WrittenRequest } from "./write-request.ts";

/** Access tokens by the environment that holds their credentials. */
const tokensOf = memoize((_environment: NodeJS.ProcessEnv) => new AccessTokens());

/** An outside service, with this service's credentials there. */
export interface Outside {
  readonly service: CallService;
  readonly environment: NodeJS.ProcessEnv;
  readonly baseUrl: string;
  /** The environment that holds the credentials of all services. */
  readonly credentials: NodeJS.ProcessEnv;
}

/**
 * Sends a call to a service outside of this process.
 *
 * @throws Unreached with the reason, when nothing answers; too late an answer is a result
 */
export async function sendToService(
  request: CallRequest,
  outside: Outside,
  { headers, body }: WrittenRequest,
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
  const tokens = tokensOf(outside.credentials);
  const token = async () =>
    tokens.get(wanted, async (url, { headers, body }) =>
      overWire(outside, url, { method: "POST", headers, body, timeoutMs: left() }),
    );
  const first = await token();
  const response = await wire({ authorization: `Bearer ${first}` });
  if (response.status !== 401) return response;
  await tokens.forget(wanted, first);
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
