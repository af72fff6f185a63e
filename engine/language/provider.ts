import type { SignatureDefinition } from "./generated/provider.ts";

export type {
  AuthDefinition,
  BecomesDefinition,
  ProviderDefinition,
  ProviderService,
  ProviderStep,
  RequestSignature,
  SettingDefinition,
  TlsDefinition,
  WebhookDefinition,
} from "./generated/provider.ts";
export type { SignatureDefinition };

/** A keyed hash of time and body, several of them while secrets rotate. */
export type HmacSignature = Extract<SignatureDefinition, { readonly scheme: "hmac" }>;

/**
 * A keyed hash of the address and of a form's fields, in order of names. A hash in the address
 * covers any other body. It has no time: the event's id reveals a repetition.
 */
export type AddressSignature = Extract<SignatureDefinition, { readonly scheme: "address" }>;

/** A token with the hash of the body, signed with a key that the provider publishes. */
export type JwtSignature = Extract<SignatureDefinition, { readonly scheme: "jwt" }>;
