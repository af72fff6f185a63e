import { splitAddress } from "../language/address.ts";
import type { CompiledScreen } from "../compile/compiled-screen.ts";
import type { CompiledRule } from "../rules/compiled-rule.ts";
import type { Facts } from "../transition/facts.ts";
import type { ApplicationState } from "../transition/state.ts";
import type { InputContext } from "../transition/input.ts";
import { readPath } from "../rules/state-path.ts";
import type { CompiledRow, CompiledVariant } from "../compile/compiled-variant.ts";
import type { Json } from "../language/json.ts";
import { screenDestination } from "../transition/destination.ts";
import { findRoute, resolveWithFacts } from "../transition/resolve-screen.ts";
import { describeRule, type RuleDescriptions } from "../rules/describe-rule.ts";
import { withDerived } from "./rule-descriptions.ts";
import { tablesFrom } from "./tables-from.ts";
import type { Resolution } from "../transition/resolution.ts";

/** The explanation of a path's screen. */
export interface Explanation {
  readonly resolution: Resolution;
  /**
   * Rows of the entry table, the role that refused the page, rows of its `onOpen` table, its
   * `allow`, and rows of resumption, as far as they were asked, with their results and the values
   * they read.
   */
  readonly trace: readonly TraceLine[];
}

export interface TraceLine {
  /** `role:helper`, `allow:address`, `resume/not-started`. */
  readonly rule: string;
  /** The rule as a plain sentence. */
  readonly description: string;
  readonly held: boolean;
  /** Values the rule read. */
  readonly saw: Readonly<Record<string, Json>>;
}

/** Tables that hand over to one another. */
const DEPTH = 16;

/** A request for a page, with its state and context. */
export interface ExplainedVisit {
  readonly state: ApplicationState;
  /** Path, perhaps with a query. */
  readonly path: string;
  readonly context: InputContext;
}

/**
 * Resolves an address, and traces the rules that led to its page. The trace is made on demand and
 * is not kept.
 *
 * @param descriptions descriptions of guards and values by their authors
 */
export function explainPath(
  flow: CompiledVariant,
  { state, path: address, context }: ExplainedVisit,
  descriptions: RuleDescriptions,
): Explanation {
  const asked = splitAddress(address);
  const { resolution, facts } = resolveWithFacts(flow, state, { ...asked, context });
  const found = findRoute(flow, asked.path, facts)?.screen;
  const seen = { facts, resolution, screen: found, path: asked.path };
  const tracing = new Tracing(flow, seen, withDerived(descriptions, flow));
  tracing.follow();
  return { resolution, trace: tracing.lines };
}

/** How a table ended: a row led elsewhere, its screen was refused, or the page is the asked one. */
type TableEnd = "elsewhere" | "refused" | "stay";

/** A resolution, the facts that it read, and the screen of the asked path. */
interface Seen {
  readonly facts: Facts;
  readonly resolution: Resolution;
  readonly screen: CompiledScreen | undefined;
  readonly path: string;
}

/** Traces the rules of a resolution, in the order in which they were asked. */
class Tracing {
  readonly lines: TraceLine[] = [];
  private readonly denied: string | undefined;
  private readonly refused: ReadonlySet<string>;

  constructor(
    private readonly flow: CompiledVariant,
    private readonly seen: Seen,
    private readonly descriptions: RuleDescriptions,
  ) {
    const { resolution } = seen;
    this.denied = resolution.kind === "screen" ? resolution.denied : undefined;
    this.refused = new Set(resolution.kind === "screen" ? resolution.refused : []);
  }

  follow(): void {
    const { entry, resume } = this.flow.definition;
    const { screen } = this.seen;
    const entered = entry === undefined ? "stay" : this.table(entry);
    if (this.denied !== undefined) this.addRole(this.denied);
    if (entered !== "stay") return;
    if (this.denied !== undefined || screen === undefined) {
      this.table(resume);
      return;
    }
    const { onOpen } = screen.definition;
    const opened = onOpen === undefined ? "stay" : this.table(onOpen);
    if (opened === "elsewhere") return;
    const { allow } = screen;
    if (opened === "stay" && allow !== undefined) this.addAllow(screen.id, allow);
    if (opened === "refused" || allow?.test(this.seen.facts) === false) this.table(resume);
  }

  private add(line: Pick<TraceLine, "rule" | "held">, asked: CompiledRule | undefined): void {
    this.lines.push({
      ...line,
      description: describeRule(asked?.rule, this.descriptions),
      saw: this.saw(asked?.reads ?? []),
    });
  }

  private addRole(role: string): void {
    this.lines.push({
      rule: `role:${role}`,
      description: `the role ${role} may open this screen`,
      held: false,
      saw: this.saw(["role", "actor"]),
    });
  }

  private addAllow(screen: string, allow: CompiledRule, held = allow.test(this.seen.facts)): void {
    this.add({ rule: `allow:${screen}`, held }, allow);
  }

  private saw(reads: readonly string[]): TraceLine["saw"] {
    const { facts } = this.seen;
    return Object.fromEntries(
      [...new Set(reads)].map((read) => [read, readPath(facts, read) ?? null]),
    );
  }

  /** Traces the rows of a table up to the one that decides. */
  private table(table: string, depth = 0): TableEnd {
    const { flow } = this;
    for (const row of flow.tables.get(table)?.rows ?? []) {
      const held = row.when?.test(this.seen.facts) ?? true;
      this.add({ rule: `${table}/${row.id}`, held }, row.when);
      if (!held) continue;
      const { to, table: next, leave, stay } = row.definition;
      const led = flow.screens.get(to ?? "");
      if (led?.allow !== undefined && this.refused.has(`${table}/${row.id}`)) {
        this.addAllow(led.id, led.allow, false);
        // In the resume table the next row is tried.
        if (this.isOfResumption(table)) continue;
        return "refused";
      }
      if (next !== undefined && depth < DEPTH) return this.table(next, depth + 1);
      if (to !== undefined) return this.leads(row, to) ? "elsewhere" : "stay";
      if (leave !== undefined) return "elsewhere";
      if (stay === true) return "stay";
    }
    return "stay";
  }

  /** Whether the screen of a row has an address: without one its row stays on the page. */
  private leads(row: CompiledRow, to: string): boolean {
    const { flow } = this;
    const { facts, screen, path } = this.seen;
    const present = screen === undefined ? undefined : { screen: screen.id, path };
    const origin = { flow, facts, present };
    const reason = { kind: "unknown-path" } as const;
    return screenDestination(origin, to, reason, row).kind === "screen";
  }

  private isOfResumption(table: string): boolean {
    return tablesFrom(this.flow, [this.flow.definition.resume]).includes(table);
  }
}
