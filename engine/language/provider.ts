import type { RequestDefinition } from "./call.ts";
import type { Json } from "./json.ts";
import type { Rule, Template } from "./rule.ts";

/** flows/<flow>/providers/<name>.yaml: somebody outside who answers some of the flow's calls, once the environment has the credentials. */
export interface ProviderDefinition {
  readonly description: string;
  readonly service: ProviderService;
  /** By the name of the flow's own call: what is asked in its place. Its `set`, and the tables that follow it, stay the flow's. */
  readonly calls?: { readonly [call: string]: { readonly steps: readonly ProviderStep[] } };
  readonly webhook?: WebhookDefinition;
}

/** Where a provider is, and how it knows us. */
export interface ProviderService {
  readonly baseUrl: string;
  /** Environment variable that puts another address in its place. */
  readonly baseUrlFrom?: string;
  /** All variables of the environment that belong to the provider begin with this. */
  readonly prefix: string;
  readonly auth: AuthDefinition;
  readonly headers?: { readonly [name: string]: string };
  /** What is not secret and differs by account: rules read it as `providers.<provider>.<name>`. */
  readonly settings?: { readonly [name: string]: SettingDefinition };
}

/** Names of the environment variables that credentials stand in. */
export type AuthDefinition =
  | { readonly kind: "basic"; readonly user: string; readonly password: string }
  | { readonly kind: "bearer"; readonly token: string }
  | { readonly kind: "headers"; readonly headers: { readonly [name: string]: string } };

export interface SettingDefinition {
  readonly env: string;
  readonly description: string;
  /** What it has to look like. */
  readonly pattern?: string;
  /** The address of a page that pages of the flow may show in a frame. */
  readonly frame?: boolean;
  /** Without it the provider is not configured, unless there is a default. */
  readonly default?: string;
}

/** One request of a call that a provider answers. */
export interface ProviderStep extends Omit<RequestDefinition, "service" | "timeoutMs"> {
  readonly id: string;
  /** Default: the provider itself. */
  readonly service?: string;
  /** Default: that of the flow's call. */
  readonly timeoutMs?: number;
  /** Passed over where it does not hold. */
  readonly when?: Rule;
}

/** What a provider tells by itself: signed, once, and about something that an application keeps. */
export interface WebhookDefinition {
  readonly description: string;
  readonly signature: SignatureDefinition;
  /** Reads `payload` and `digest`: what tells one event from another. */
  readonly id: Rule;
  /** Reads `payload`: what it is about. */
  readonly key: Rule;
  /** Reads `payload`: the first that holds names the outcome; where none does, nobody wants to know. */
  readonly outcomes: readonly { readonly when: Rule; readonly outcome: string }[];
  /** Reads `payload`: all that is kept of it. */
  readonly answer?: Template;
  readonly becomes: readonly BecomesDefinition[];
}

/** What an event is to an application. */
export interface BecomesDefinition {
  readonly id: string;
  /** Over the state: the key, or a list of keys, that the application waits for. */
  readonly keys: Rule;
  /** Has to hold, over the state and `answer`; an event that it does not hold for is somebody else's. */
  readonly when?: Rule;
  /** The screen that its table is asked for. */
  readonly screen: string;
  readonly params?: { readonly [name: string]: Template };
  readonly with?: Template;
  readonly then: string;
}

/** How it is known who sent a webhook. */
export type SignatureDefinition = HmacSignature | AddressSignature | JwtSignature;

/** A keyed hash of time and body, several of them while secrets rotate. */
export interface HmacSignature {
  readonly scheme: "hmac";
  readonly header: string;
  readonly algorithm: "sha256" | "sha512";
  readonly encoding: "hex" | "base64";
  /** Names of the parts of the header: `t=…,v1=…`. */
  readonly timestamp: string;
  readonly signature: string;
  /** Environment variable with the secret, or several parted by commas. */
  readonly secrets: string;
  readonly toleranceMs: number;
}

/**
 * A keyed hash of the address that was asked, and of a form's fields, names and values in order of names. Any other body
 * is vouched for by a hash in the address. There is no time in it: what comes again is told by its id.
 */
export interface AddressSignature {
  readonly scheme: "address";
  readonly header: string;
  readonly algorithm: "sha1" | "sha256";
  readonly encoding: "hex" | "base64";
  /** Environment variable with the secret, or several parted by commas. */
  readonly secrets: string;
  /** Query parameter with the SHA-256 of a body that is no form, in hexadecimal; without it only forms are taken. */
  readonly bodyHash?: string;
}

/** A token that says the hash of the body, signed with a key that the provider is asked for. */
export interface JwtSignature {
  readonly scheme: "jwt";
  readonly header: string;
  readonly algorithm: "ES256" | "RS256";
  /** Claim with the SHA-256 of the body, in hexadecimal. */
  readonly bodyHash: string;
  readonly toleranceMs: number;
  readonly keys: {
    readonly method: RequestDefinition["method"];
    readonly path: string;
    /** Reads `kid`. */
    readonly body?: Json;
    /** Member of the answer that is the key, as a JWK. */
    readonly member: string;
    /** How long a key that was asked for is good, in milliseconds. */
    readonly cacheMs: number;
  };
}
