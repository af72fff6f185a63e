import { shellWords } from "../copy/shell-words.ts";
import { axesOf, pathAxisOf } from "../language/axes.ts";
import type { FlowDefinition } from "../language/flow.ts";
import { asObject, type JsonObject } from "../language/json.ts";
import type { Sources } from "../language/sources.ts";
import type { Variant } from "../language/variant.ts";
import { baseTree, overlayNames, variantTree, type DefinitionTree } from "./definition-tree.ts";
import { ListLowering, type ListedTree } from "./lower/lower-lists.ts";
import { TreeLowering, type LoweredTree } from "./lower/lower-tree.ts";
import { OrderLowering, withDerivedGuards, type OrderedTree } from "./lower/order-lowering.ts";
import type { FlowFiles } from "./read-flow.ts";

/** The tree of a variant in the compiler's words, with the places that its parts came from. */
export type VariantTree = ListedTree & LoweredTree & OrderedTree;

/** The definition trees of a flow: its base, and each variant's with overlays laid and lowered. */
export class FlowTrees {
  readonly base: DefinitionTree;
  /** The base, lowered. */
  readonly lowered: JsonObject;
  readonly definition: FlowDefinition;
  /** The axis whose values stand in addresses. */
  readonly pathAxis: string | undefined;
  /** Values of that axis with overlays. */
  readonly laidValues: ReadonlySet<string>;
  private readonly listing: ListLowering;
  private readonly rewriting: TreeLowering;
  private readonly ordering: OrderLowering;

  /**
   * @param former trees of the flow's former files: an unchanged part is the same object
   */
  constructor(
    sources: Sources,
    private readonly read: Pick<FlowFiles, "files" | "metaSchemas">,
    former?: FlowTrees,
  ) {
    this.base = baseTree(read.files);
    const words = shellWords(sources);
    this.listing = former?.listing.words === words ? former.listing : new ListLowering(words);
    this.listing.next();
    const listed = this.listing.lower(this.base);
    const named = withDerivedGuards(listed.tree);
    this.rewriting =
      former?.rewriting.serves(named, read.metaSchemas) === true
        ? former.rewriting
        : new TreeLowering(named, read.metaSchemas);
    this.rewriting.next();
    this.ordering = former?.ordering ?? new OrderLowering();
    this.ordering.next();
    this.lowered = this.rewriting.lower(listed).tree;
    const front = this.lowered["flow"];
    this.definition =
      former !== undefined && former.lowered["flow"] === front
        ? former.definition
        : frontPage(asObject(front));
    this.pathAxis = pathAxisOf(this.definition)?.axis;
    this.laidValues = new Set(
      this.pathAxis === undefined ? [] : overlayNames(read.files, this.pathAxis),
    );
  }

  /** The tree of a variant as its files say it. */
  laid(variant: Variant): DefinitionTree {
    return variantTree(this.base, this.read.files, variant);
  }

  /** Rewrites a tree in the compiler's words: tables, `when`, derived rows and order. */
  lower(laid: DefinitionTree): VariantTree {
    return this.ordering.lower(this.rewriting.lower(this.listing.lower(laid)));
  }

  /**
   * Every value of every axis in every environment; of an axis with a path, those with overlays.
   */
  variants(environments: readonly string[]): readonly Variant[] {
    const faces = axesOf(this.definition).reduce<readonly Readonly<Record<string, string>>[]>(
      (made, [axis, { path, values = {} }]) =>
        made.flatMap((face) => [
          ...(path === undefined ? [] : [face]),
          ...(path === undefined ? Object.keys(values) : [...this.laidValues]).map((value) => ({
            ...face,
            [axis]: value,
          })),
        ]),
      [{}],
    );
    return environments.flatMap((environment) => faces.map((face) => ({ ...face, environment })));
  }
}

/** flow.yaml with the name of its resume table, which may be derived. */
function frontPage(content: JsonObject): FlowDefinition {
  return { resume: "resume", ...content } as unknown as FlowDefinition;
}
