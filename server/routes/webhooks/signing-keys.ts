import { importJWK, type CryptoKey, type JWK } from "jose";
import { isObject, type Json, type JsonObject } from "../../../engine/language/json.ts";
import type { JwtSignature, ProviderService } from "../../../engine/language/provider.ts";
import { compileTemplate } from "../../../engine/rules/compile-template.ts";
import { ANY_NAMES } from "../../../engine/rules/rule-names.ts";
import type { KeyFault } from "./signature-fault.ts";
import type { CallTargets } from "../../calls/call-targets.ts";
import { runCall } from "../../calls/run-call.ts";

/**
 * Maximum number of lookups a minute, once for keys that the provider had and once for all others:
 * each is a request to the provider, and strangers can invent names.
 */
const LOOKUPS_A_MINUTE = 20;

/** Unknown names that are remembered. */
const MOST_UNKNOWN = 100;
const UNKNOWN_MS = 60_000;
const TIMEOUT_MS = 5000;

type Key = CryptoKey | Uint8Array;

/**
 * Public keys of a provider's webhook signatures, fetched on first use and cached. Names that
 * strangers invent leave the provider's own keys alone, and the lookups of those.
 */
export class SigningKeys {
  /** Keys that the provider has, or had. */
  private readonly known = new Map<string, { readonly key: Key; readonly until: number }>();
  /** Names that it does not know, and until when they are not asked for again. */
  private readonly unknown = new Map<string, number>();
  private readonly lookups = { known: [] as number[], unknown: [] as number[] };
  private readonly asking = new Map<string, Promise<Key | KeyFault>>();

  constructor(
    private readonly service: ProviderService,
    private readonly signature: JwtSignature,
    private readonly targets: CallTargets,
    private readonly nowMs: () => number,
  ) {}

  /** The key of a `kid`; concurrent calls for one share a lookup. */
  async find(kid: string): Promise<Key | KeyFault> {
    const known = this.known.get(kid);
    if (known !== undefined && known.until > this.nowMs()) return known.key;
    const asked = this.asking.get(kid) ?? this.look(kid).finally(() => this.asking.delete(kid));
    this.asking.set(kid, asked);
    return asked;
  }

  private async look(kid: string): Promise<Key | KeyFault> {
    const now = this.nowMs();
    if ((this.unknown.get(kid) ?? 0) > now) return "key-unknown";
    const of = this.known.has(kid) ? "known" : "unknown";
    const recent = this.lookups[of].filter((at) => now - at < 60_000);
    this.lookups[of] = recent;
    if (recent.length >= LOOKUPS_A_MINUTE) return "key-limit";
    recent.push(now);
    const answer = await this.ask(kid);
    if (answer === "key-unreachable") return answer;
    if (answer === "key-unknown") {
      this.known.delete(kid);
      if (this.unknown.size >= MOST_UNKNOWN) this.unknown.clear();
      this.unknown.set(kid, now + UNKNOWN_MS);
      return answer;
    }
    this.known.set(kid, { key: answer, until: now + this.signature.keys.cacheMs });
    return answer;
  }

  private async ask(kid: string): Promise<Key | "key-unknown" | "key-unreachable"> {
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
    if (status === undefined || status >= 500 || status === 429) return "key-unreachable";
    const jwk = status === 200 ? memberOf(answer, member) : undefined;
    if (jwk === undefined || jwk["kid"] !== kid || isOver(jwk["expired_at"], this.nowMs()))
      return "key-unknown";
    return importJWK(jwk as JWK, this.signature.algorithm).catch(() => "key-unknown" as const);
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
