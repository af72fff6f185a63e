import type { Variant } from "../language/variant.ts";
import type { DefinitionProblem, OpenQuestion } from "../language/problem.ts";
import type { CompiledVariant } from "./compiled-variant.ts";
import type { ServiceDefinition } from "../language/call.ts";
import type { FixtureDefinition } from "../language/fixture.ts";
import type { FlowDefinition } from "../language/flow.ts";
import type { ProviderDefinition } from "../language/provider.ts";
import type { SandboxDefinition } from "../language/sandbox.ts";
import type { Json, JsonObject } from "../language/json.ts";
import type { Collection } from "../rules/collection.ts";

/** A compiled flow. Immutable; named by the hash of its sources. */
export interface CompiledFlow {
  readonly id: string;
  /** 16 hexadecimal digits of the SHA-256 of the flow's sources. */
  readonly version: string;
  readonly definition: FlowDefinition;
  /** Providers by name, which replace some calls once the environment has their credentials. */
  readonly providers: ReadonlyMap<string, ProviderDefinition>;
  readonly services: ReadonlyMap<string, ServiceDefinition>;
  /** Sandboxes by service, which answer its calls in development. */
  readonly sandboxes: ReadonlyMap<string, SandboxDefinition>;
  readonly fixtures: readonly FixtureDefinition[];
  /**
   * Parsed documents beside those of the language (sandbox tables, case maps) and the catalogue as
   * written, by path below the flow's folder.
   */
  readonly attachments: { readonly [path: string]: Json };
  /** Catalogue entries by collection and id, for lookups. */
  readonly collections: ReadonlyMap<string, Collection>;
  /**
   * The flow as one variant sees it, overlays laid. Compiled on first use, then kept. An axis that
   * is not named has its first value, one with a path none. Throws DefinitionError for a value that
   * the flow does not have.
   */
  variant(variant: Variant): CompiledVariant;
  /**
   * A variant under other settings than its own: for worked examples. Compiled on first use, then
   * kept.
   */
  variantWith(variant: Variant, config: JsonObject, flags?: JsonObject): CompiledVariant;
  /**
   * Every value of every axis in every environment; of an axis with a path, those with overlays.
   */
  readonly variants: readonly Variant[];
}

/** The services and providers of a flow, which its files name before anything is compiled. */
export type FlowServices = Pick<CompiledFlow, "id" | "services" | "providers">;

export type CompileResult =
  | {
      readonly ok: true;
      readonly flow: CompiledFlow;
      readonly warnings: readonly DefinitionProblem[];
      /** What the checks have not decided; none where no check ran. */
      readonly questions: readonly OpenQuestion[];
    }
  | { readonly ok: false; readonly problems: readonly DefinitionProblem[] };
