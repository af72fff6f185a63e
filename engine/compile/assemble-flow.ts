import { completeVariant } from "../language/axes.ts";
import type { ServiceDefinition } from "../language/call.ts";
import type { FixtureDefinition } from "../language/fixture.ts";
import { asObject, type Json, type JsonObject } from "../language/json.ts";
import { DefinitionError } from "../language/problem.ts";
import type { ProviderDefinition } from "../language/provider.ts";
import type { SandboxDefinition } from "../language/sandbox.ts";
import type { Variant } from "../language/variant.ts";
import { compileVariant, type FlowParts } from "./compile-variant.ts";
import type { CompiledFlow } from "./compiled-flow.ts";
import type { CompiledVariant } from "./compiled-variant.ts";
import { contentOf } from "./flow-sources.ts";
import type { FlowTrees, VariantTree } from "./flow-trees.ts";
import { inOrder } from "./problem-list.ts";
import type { FlowFiles } from "./read-flow.ts";
import { variantName } from "./variant-name.ts";

/** The parts of a flow that was compiled. */
export interface FlowToAssemble {
  readonly id: string;
  readonly version: string;
  readonly read: FlowFiles;
  readonly trees: FlowTrees;
  readonly parts: FlowParts;
  readonly variants: readonly Variant[];
  /** Variants that were compiled elsewhere, by name; others may be added later. */
  readonly compiled: ReadonlyMap<string, CompiledVariant>;
  /** Whether a variant with mistakes is refused at its first use. */
  readonly strict: boolean;
}

/** Joins the parts of a flow; its other variants are compiled on first use. */
export function assembleFlow(flow: FlowToAssemble): CompiledFlow {
  const { id, version, read, trees, parts, variants } = flow;
  const { definition, base } = trees;
  const ofVariants = new FlowVariants(flow);
  return {
    id,
    version,
    definition,
    providers: entriesOf<ProviderDefinition>(trees.lowered["providers"]),
    services: entriesOf<ServiceDefinition>(base.tree["services"]),
    sandboxes: entriesOf<SandboxDefinition>(base.tree["sandboxes"]),
    fixtures: read.files
      .filter(({ kind }) => kind === "fixture")
      .map((file) => contentOf(file) as unknown as FixtureDefinition),
    attachments: attachmentsOf(id, read),
    collections: parts.collections,
    variants,
    variant: (wanted) => ofVariants.variant(wanted),
    variantWith: (wanted, config, flags = {}) => ofVariants.variantWith(wanted, config, flags),
  };
}

/** The variants of a flow, each compiled on first use and kept. */
class FlowVariants {
  private readonly compiled = new Map<string, CompiledVariant>();
  private readonly configured = new Map<string, CompiledVariant>();

  constructor(private readonly flow: FlowToAssemble) {}

  variant(wanted: Variant): CompiledVariant {
    const { trees } = this.flow;
    const { pathAxis: path, laidValues } = trees;
    const variant = this.complete(wanted);
    const name = variantName(variant);
    const known = this.flow.compiled.get(name) ?? this.compiled.get(name);
    if (known !== undefined) return known;
    // A value in the path without an overlay has the base's definitions under a prefix of its own;
    // there may be any number.
    const value = path === undefined ? undefined : variant[path];
    if (path !== undefined && value !== undefined && !laidValues.has(value))
      return { ...this.variant({ ...variant, [path]: undefined }), variant };
    const compiled = this.build(trees.lower(trees.laid(variant)), variant);
    this.compiled.set(name, compiled);
    return compiled;
  }

  variantWith(wanted: Variant, config: JsonObject, flags: JsonObject): CompiledVariant {
    const { trees } = this.flow;
    const variant = this.complete(wanted);
    const name = JSON.stringify([variantName(variant), config, flags]);
    const known = this.configured.get(name);
    if (known !== undefined) return known;
    const lowered = trees.lower(trees.laid(variant));
    const tree = {
      ...lowered.tree,
      config: { ...asObject(lowered.tree["config"]), ...config },
      flags: { ...asObject(lowered.tree["flags"]), ...flags },
    };
    const compiled = this.build({ ...lowered, tree }, variant);
    this.configured.set(name, compiled);
    return compiled;
  }

  private build(tree: VariantTree, variant: Variant): CompiledVariant {
    const { compiled, reporter } = compileVariant(tree, variant, this.flow.parts);
    if (this.flow.strict && reporter.problems.some(({ severity }) => severity === "error"))
      throw new DefinitionError(inOrder(reporter.problems));
    return compiled;
  }

  /** @throws DefinitionError for a value of an axis that the flow does not have */
  private complete(wanted: Variant): Variant {
    const { trees, read } = this.flow;
    const variant = completeVariant(trees.definition, wanted);
    if (variant !== undefined) return variant;
    throw new DefinitionError([
      {
        code: "FLOW-VARIANT",
        severity: "error",
        message: `The flow has no variant ${variantName(wanted)}`,
        file: read.front.document.path,
        line: 1,
        column: 1,
      },
    ]);
  }
}

function entriesOf<T>(part: Json | undefined): ReadonlyMap<string, T> {
  return new Map(Object.entries(asObject(part)) as unknown as [string, T][]);
}

/** Documents beside those of the language, by path below the flow's folder. */
function attachmentsOf(flow: string, { files }: FlowFiles): CompiledFlow["attachments"] {
  const own = new RegExp(`^(flows|schemas|content)/${flow}/`);
  return Object.fromEntries(
    files
      .filter(({ kind }) => kind === "attachment" || kind === "catalogue")
      .map(({ document: { path, value } }) => [
        path.replace(own, "$1/").replace(/^flows\//, ""),
        value ?? (null as Json),
      ]),
  );
}
