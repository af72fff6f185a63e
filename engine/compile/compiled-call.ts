import type { CompiledAnswer } from "./answer-check.ts";
import type { SandboxRow } from "../language/sandbox.ts";
import type { CallDefinition, RequestDefinition } from "../language/call.ts";
import type { BecomesDefinition, ProviderDefinition } from "../language/provider.ts";
import type { CompiledRule } from "../rules/compiled-rule.ts";
import type { CompiledTemplate } from "../rules/compile-template.ts";
import type { PathPattern } from "./path-pattern.ts";
import type { CompiledSet } from "./rule-compiler.ts";

/** One request over HTTP. */
export interface CompiledRequest {
  readonly definition: RequestDefinition;
  readonly path: PathPattern;
  readonly params: ReadonlyMap<string, CompiledTemplate>;
  readonly query: ReadonlyMap<string, CompiledTemplate>;
  readonly headers: ReadonlyMap<string, CompiledTemplate>;
  readonly body?: CompiledTemplate;
  readonly outcomes: readonly { readonly when: CompiledRule; readonly outcome: string }[];
  readonly answer?: CompiledTemplate;
  /** Places of the body for addresses of this site, with the role that the bearer gets. */
  readonly links: readonly CallLink[];
  /** Places of the body for the content of a file. */
  readonly files: readonly (readonly string[])[];
}

/** A call with its answers, where it declares them. */
export interface CompiledCall extends CompiledRequest, CompiledAnswer {
  readonly id: string;
  readonly definition: Omit<CallDefinition, "call">;
  readonly set: readonly CompiledSet[];
}

/** Rows by call. */
export type CompiledSandbox = ReadonlyMap<string, readonly CompiledSandboxRow[]>;

export interface CompiledSandboxRow {
  readonly id: string;
  readonly definition: SandboxRow;
  readonly when?: CompiledRule;
  readonly answer?: CompiledTemplate;
  readonly location?: CompiledTemplate;
  readonly webhooks: readonly SandboxWebhook<CompiledTemplate>[];
  /** The thing without which the row does not answer. */
  readonly find?: { readonly in: string; readonly id: CompiledTemplate };
  /** The thing that the row keeps. */
  readonly keep?: {
    readonly in: string;
    readonly id: CompiledTemplate;
    readonly value: CompiledTemplate;
  };
}

/** A provider's event that follows an answer after some milliseconds. */
export interface SandboxWebhook<P> {
  readonly provider: string;
  readonly afterMs: number;
  readonly payload: P;
}

export interface CompiledProvider {
  readonly id: string;
  readonly definition: ProviderDefinition;
  readonly calls: ReadonlyMap<string, readonly CompiledStep[]>;
  readonly webhook?: CompiledWebhook;
}

/** One request of a call that a provider answers. */
export interface CompiledStep extends CompiledRequest {
  readonly id: string;
  readonly when?: CompiledRule;
  /** Whether the provider itself answers, and not another service of the flow. */
  readonly own: boolean;
}

export interface CompiledWebhook {
  readonly eventId?: CompiledRule;
  readonly key?: CompiledRule;
  readonly outcomes: readonly { readonly when: CompiledRule; readonly outcome: string }[];
  readonly answer?: CompiledTemplate;
  readonly becomes: readonly CompiledBecomes[];
}

export interface CompiledBecomes {
  readonly definition: BecomesDefinition;
  readonly keys?: CompiledRule;
  readonly when?: CompiledRule;
  readonly params: ReadonlyMap<string, CompiledTemplate>;
  readonly with?: CompiledTemplate;
}

export interface CallLink {
  readonly pointer: readonly string[];
  readonly grant?: string;
  /** The mailed link that it opens. */
  readonly opens?: string;
  /** Names of its members, for another person's link or a mailed link. */
  readonly members?: readonly string[];
  /** Whether it is written as `{ address: … }`. */
  readonly wrapped?: true;
}
