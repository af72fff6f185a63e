import { importJWK, type CryptoKey, type JWK } from "jose";
import { isObject, type Json, type JsonObject } from "../../../engine/language/json.ts";
import type { JwtSignature, ProviderService } from "../../../engine/language/provider.ts";
import { compileTemplate } from "../../../engine/rules/compile-template.ts";
import { ANY_NAMES } from "../../../engine/rules/rule-names.ts";
import { runCall, type CallTargets } from "../../calls/run-call.ts";

/**
 * Maximum number of lookups of unknown keys a minute: each is a request to the provider, and
 * strangers can invent names.
 */
const STRANGERS_A_MINUTE = 20;
const TIMEOUT_MS = 5000;

interface Known {
  readonly key: CryptoKey | Uint8Array | undefined;
  readonly until: number;
}

/** Public keys of a provider's webhook signatures, fetched on first use and cached. */
export class SigningKeys {
  private readonly known = new Map<string, Known>();
  private lookups: number[] = [];

  constructor(
    private readonly service: ProviderService,
    private readonly signature: JwtSignature,
    private readonly targets: CallTargets,
    private readonly nowMs: () => number,
  ) {}

  /** The key of a `kid`; undefined for an unknown or an expired one. */
  async find(kid: string): Promise<CryptoKey | Uint8Array | undefined> {
    const now = this.nowMs();
    const known = this.known.get(kid);
    if (known !== undefined && known.until > now) return known.key;
    this.lookups = this.lookups.filter((at) => now - at < 60_000);
    if (this.lookups.length >= STRANGERS_A_MINUTE) return undefined;
    this.lookups.push(now);
    const answer = await this.ask(kid);
    if (answer === "unreachable") return undefined;
    const found = {
      key: answer,
      until: now + (answer === undefined ? 60_000 : this.signature.keys.cacheMs),
    };
    if (this.known.size > 100) this.known.clear();
    this.known.set(kid, found);
    return found.key;
  }

  private async ask(kid: string): Promise<CryptoKey | Uint8Array | undefined | "unreachable"> {
    const { method, path, body, member } = this.signature.keys;
    const sent =
      body === undefined
        ? undefined
        : compileTemplate(body, ANY_NAMES, () => undefined).evaluate({ payload: { kid } });
    const request = {
      call: "signing-key",
      service: "",
      method,
      path,
      headers: {},
      timeoutMs: TIMEOUT_MS,
      body: sent,
      continuation: {
        path: "",
        screen: "",
        action: "",
        remaining: [],
        with: null,
        form: {},
        query: {},
      },
    };
    const { status, answer } = await runCall(
      request,
      this.service,
      this.targets,
      crypto.randomUUID(),
    );
    if (status === undefined || status >= 500 || status === 429) return "unreachable";
    const jwk = status === 200 ? memberOf(answer, member) : undefined;
    if (jwk === undefined || jwk["kid"] !== kid || isOver(jwk["expired_at"], this.nowMs()))
      return undefined;
    return importJWK(jwk as JWK, this.signature.algorithm).catch(() => undefined);
  }
}

function memberOf(answer: Json, member: string): JsonObject | undefined {
  if (!isObject(answer)) return undefined;
  const found = answer[member];
  return isObject(found) ? found : undefined;
}

/** Whether a rotated key has expired; its time is in seconds. */
function isOver(expiredAt: Json | undefined, nowMs: number): boolean {
  return typeof expiredAt === "number" && expiredAt * 1000 <= nowMs;
}
