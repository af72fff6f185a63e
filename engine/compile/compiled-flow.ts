import type { Variant } from "../language/variant.ts";
import type { DefinitionProblem } from "../language/problem.ts";
import type { CompiledVariant } from "./compiled-variant.ts";
import type { ServiceDefinition } from "../language/call.ts";
import type { FixtureDefinition } from "../language/fixture.ts";
import type { FlowDefinition } from "../language/flow.ts";
import type { ProviderDefinition } from "../language/provider.ts";
import type { SandboxDefinition } from "../language/sandbox.ts";
import type { Json, JsonObject } from "../language/json.ts";
import type { Collection } from "../rules/collection.ts";

/** A flow ready to decide. Immutable; named by the hash of its sources. */
export interface CompiledFlow {
  readonly id: string;
  /** 16 hexadecimal digits of the SHA-256 of the flow's sources. */
  readonly version: string;
  readonly definition: FlowDefinition;
  /** Who may answer some calls once the environment has the credentials, by name. */
  readonly providers: ReadonlyMap<string, ProviderDefinition>;
  readonly services: ReadonlyMap<string, ServiceDefinition>;
  /** What answers the calls of services in development, by service. */
  readonly sandboxes: ReadonlyMap<string, SandboxDefinition>;
  readonly fixtures: readonly FixtureDefinition[];
  /** Documents beside those of the language (sandbox tables, case maps) and the catalogue as it is written, parsed, by path below the flow's folder. */
  readonly attachments: { readonly [path: string]: Json };
  /** Things by collection and id: what rules look up. */
  readonly collections: ReadonlyMap<string, Collection>;
  /** The flow as one variant sees it, overlays laid. Compiled on first use, then kept. A reseller without an overlay sees the base. Throws DefinitionError for a portal or market the flow does not have. */
  variant(variant: Variant): CompiledVariant;
  /** The same with some settings other than configured, kept like those that are declared: for worked examples. */
  variantWith(variant: Variant, config: JsonObject, flags?: JsonObject): CompiledVariant;
  /** Every portal × market × reseller × environment. */
  readonly variants: readonly Variant[];
}

export type CompileResult =
  | {
      readonly ok: true;
      readonly flow: CompiledFlow;
      readonly warnings: readonly DefinitionProblem[];
    }
  | { readonly ok: false; readonly problems: readonly DefinitionProblem[] };
