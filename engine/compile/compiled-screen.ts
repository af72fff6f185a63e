import type {
  ActionDefinition,
  BlockDefinition,
  BlockItemDefinition,
  ListDefinition,
  ScreenDefinition,
  TableColumnDefinition,
  TableRowDefinition,
} from "../language/screen.ts";
import type { JsonObject } from "../language/json.ts";
import type { CompiledRule } from "../rules/compiled-rule.ts";
import type { CompiledTemplate } from "../rules/compile-template.ts";
import type { PathPattern } from "./path-pattern.ts";
import type { CompiledSet } from "./rule-compiler.ts";

export interface CompiledScreen {
  readonly id: string;
  readonly definition: ScreenDefinition;
  readonly pattern: PathPattern;
  /** The list's screen, where this one asks for an entry of it. */
  readonly entryOf?: string;
  /** Prefix of the screen's copy keys. */
  readonly copy: string;
  readonly formWhen?: CompiledRule;
  /** The form is asked in parts while it holds. */
  readonly partsWhen?: CompiledRule;
  readonly titles: readonly { readonly id: string; readonly when: CompiledRule }[];
  /** Parameters for the copy of the titles and the intro. */
  readonly with: ReadonlyMap<string, CompiledTemplate>;
  readonly allow?: CompiledRule;
  readonly exists?: CompiledRule;
  readonly done?: CompiledRule;
  readonly skip?: CompiledRule;
  readonly actions: ReadonlyMap<string, CompiledAction>;
  readonly blocks: readonly CompiledBlock[];
  readonly list?: CompiledList;
  /** `everyMs` and `untilMs` give milliseconds. */
  readonly poll?: {
    readonly action: string;
    readonly everyMs: CompiledRule;
    readonly untilMs: CompiledRule;
  };
}

export interface CompiledAction {
  readonly id: string;
  readonly definition: ActionDefinition;
  readonly when?: CompiledRule;
  readonly confirm?: CompiledRule;
  /** Labels in place of the action's own: the first whose rule holds. */
  readonly labels: readonly { readonly id: string; readonly when: CompiledRule }[];
  /** Milliseconds for which an action with a countdown is not offered again. */
  readonly everyMs?: CompiledRule;
  readonly set: readonly CompiledSet[];
  readonly calls: readonly string[];
  readonly with?: CompiledTemplate;
}

export interface CompiledBlock {
  readonly definition: BlockDefinition;
  /** Reads `item` where the block has `of`. */
  readonly when?: CompiledRule;
  /** A list: the block is drawn once for each element. */
  readonly of?: CompiledRule;
  readonly until?: CompiledRule;
  readonly href?: CompiledRule;
  readonly src?: CompiledRule;
  readonly with: ReadonlyMap<string, CompiledTemplate>;
  readonly items: readonly CompiledItem[];
  readonly columns: readonly {
    readonly definition: TableColumnDefinition;
    readonly when?: CompiledRule;
  }[];
  readonly rows: readonly CompiledTableRow[];
}

export interface CompiledItem {
  readonly definition: BlockItemDefinition;
  readonly when?: CompiledRule;
  readonly value?: CompiledTemplate;
  readonly state?: CompiledRule;
  readonly at?: CompiledRule;
  readonly picture?: CompiledRule;
}

export interface CompiledTableRow {
  readonly definition: TableRowDefinition;
  readonly when?: CompiledRule;
  readonly of?: CompiledRule;
  readonly label?: CompiledTemplate;
  readonly cells: ReadonlyMap<string, CompiledTemplate>;
}

export interface CompiledList {
  readonly definition: ListDefinition;
  /** The entries shown, in order. */
  entries(facts: JsonObject): readonly JsonObject[];
  readonly when?: CompiledRule;
  readonly title: CompiledTemplate;
  readonly subtitle?: CompiledTemplate;
  readonly status?: CompiledRule;
  readonly tone?: CompiledRule;
  /** Least and greatest number of entries, where the list limits them. */
  readonly min?: CompiledRule;
  readonly max?: CompiledRule;
  readonly actions: ReadonlyMap<string, CompiledAction>;
}

/** The actions of a screen and of its list's entries. */
export function allActions({ actions, list }: CompiledScreen): readonly CompiledAction[] {
  return [...actions.values(), ...(list?.actions.values() ?? [])];
}
