import { isObject, type Json } from "../../engine/language/json.ts";
import { isWebAddress } from "./web-address.ts";

/** The parameters of a token request (RFC 6749 §4.4). */
export interface TokenRequest {
  readonly url: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly scope?: string;
  readonly audience?: string;
}

/** Sends a token request; rejects without an answer. */
export type SendTokenRequest = (
  url: URL,
  request: { readonly headers: Readonly<Record<string, string>>; readonly body: string },
) => Promise<{ readonly status: number; readonly text: string }>;

interface KnownToken {
  readonly token: Promise<string | undefined>;
  /** Time after which the token is renewed, in milliseconds; infinite until the answer arrives. */
  renewAt: number;
}

/** Share of a token's lifetime after which it is renewed. */
const RENEW_AFTER = 0.8;
/** Lifetime of a token whose answer gives none, in seconds. */
const LIFETIME = 300;

/** Access tokens of services, by token request. Concurrent callers share one request. */
export class AccessTokens {
  private readonly known = new Map<string, KnownToken>();

  constructor(private readonly now: () => number = () => performance.now()) {}

  /** The token; undefined when the issuer gives none. */
  async get(request: TokenRequest, send: SendTokenRequest): Promise<string | undefined> {
    const key = JSON.stringify(request);
    const known = this.known.get(key);
    if (known !== undefined && this.now() < known.renewAt) return known.token;
    const pending = this.ask(request, send);
    const entry: KnownToken = {
      token: pending.then((answer) => answer?.token),
      renewAt: Number.POSITIVE_INFINITY,
    };
    this.known.set(key, entry);
    const answer = await pending;
    if (answer === undefined) this.known.delete(key);
    else entry.renewAt = this.now() + answer.seconds * 1000 * RENEW_AFTER;
    return answer?.token;
  }

  /** Drops a token that a service refused; a newer one stays. */
  async forget(request: TokenRequest, refused: string): Promise<void> {
    const key = JSON.stringify(request);
    const known = this.known.get(key);
    if (known !== undefined && (await known.token) === refused && this.known.get(key) === known)
      this.known.delete(key);
  }

  private async ask(
    request: TokenRequest,
    send: SendTokenRequest,
  ): Promise<{ readonly token: string; readonly seconds: number } | undefined> {
    if (!isWebAddress(request.url)) return undefined;
    const { clientId, clientSecret, scope, audience } = request;
    const pair = `${encodeURIComponent(clientId)}:${encodeURIComponent(clientSecret)}`;
    const answer = await send(new URL(request.url), {
      headers: {
        accept: "application/json",
        "content-type": "application/x-www-form-urlencoded",
        authorization: `Basic ${Buffer.from(pair).toString("base64")}`,
      },
      body: new URLSearchParams({
        grant_type: "client_credentials",
        ...(scope === undefined ? {} : { scope }),
        ...(audience === undefined ? {} : { audience }),
      }).toString(),
    }).catch(() => undefined);
    if (answer === undefined || answer.status !== 200) return undefined;
    return readToken(answer.text);
  }
}

function readToken(text: string): { readonly token: string; readonly seconds: number } | undefined {
  let value: Json;
  try {
    value = JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
  if (!isObject(value)) return undefined;
  const { access_token: token, expires_in: lifetime } = value;
  if (typeof token !== "string" || token === "") return undefined;
  const seconds = Number(lifetime ?? LIFETIME);
  return { token, seconds: Number.isFinite(seconds) && seconds > 0 ? seconds : LIFETIME };
}
