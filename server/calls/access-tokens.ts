import { isObject, type Json } from "../../engine/language/json.ts";
import { reasonOf, Unreached } from "./unreached.ts";
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

interface Token {
  readonly token: string;
  /** Its lifetime. */
  readonly seconds: number;
}

interface KnownToken {
  readonly pending: Promise<Token>;
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

  /**
   * The token.
   *
   * @throws Unreached when the issuer gives none
   */
  async get(request: TokenRequest, send: SendTokenRequest): Promise<string> {
    const key = JSON.stringify(request);
    const known = this.known.get(key);
    if (known !== undefined && this.now() < known.renewAt) return (await known.pending).token;
    const pending = this.ask(request, send);
    const entry: KnownToken = { pending, renewAt: Number.POSITIVE_INFINITY };
    this.known.set(key, entry);
    try {
      const { token, seconds } = await pending;
      entry.renewAt = this.now() + seconds * 1000 * RENEW_AFTER;
      return token;
    } catch (error) {
      this.known.delete(key);
      throw error;
    }
  }

  /** Drops a token that a service refused; a newer one stays. */
  async forget(request: TokenRequest, refused: string): Promise<void> {
    const key = JSON.stringify(request);
    const known = this.known.get(key);
    const answer = await known?.pending.catch(() => undefined);
    if (answer?.token === refused && this.known.get(key) === known) this.known.delete(key);
  }

  private async ask(request: TokenRequest, send: SendTokenRequest): Promise<Token> {
    if (!isWebAddress(request.url)) throw new Unreached("the token endpoint has no web address");
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
    }).catch((error: unknown) => {
      throw new Unreached(`the token endpoint did not answer: ${reasonOf(error)}`);
    });
    const value = jsonIn(answer.text);
    if (answer.status !== 200)
      throw new Unreached(`the token endpoint answered ${answer.status}${refusalIn(value)}`);
    const given = tokenIn(value);
    if (given === undefined)
      throw new Unreached("the token endpoint answered 200 without an access_token");
    return given;
  }
}

function jsonIn(text: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return null;
  }
}

/** The error code of RFC 6749 §5.2, such as invalid_client; empty without one. */
function refusalIn(value: Json): string {
  const code = isObject(value) ? value["error"] : undefined;
  return typeof code === "string" && /^[a-z_]{1,40}$/.test(code) ? ` ${code}` : "";
}

function tokenIn(value: Json): Token | undefined {
  if (!isObject(value)) return undefined;
  const { access_token: token, expires_in: lifetime } = value;
  if (typeof token !== "string" || token === "") return undefined;
  const seconds = Number(lifetime ?? LIFETIME);
  return { token, seconds: Number.isFinite(seconds) && seconds > 0 ? seconds : LIFETIME };
}
