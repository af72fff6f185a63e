import { buildFacts } from "../transition/facts.ts";
import type { ApplicationState } from "../transition/state.ts";
import type { InputContext } from "../transition/input.ts";
import { readPath } from "../rules/state-path.ts";
import type { CompiledVariant } from "../compile/compiled-variant.ts";
import type { Json } from "../language/json.ts";
import { findRoute, resolveScreen } from "../transition/resolve-screen.ts";
import { describeRule, type RuleDescriptions } from "../rules/describe-rule.ts";
import { withDerived } from "./rule-descriptions.ts";
import type { Resolution } from "../transition/resolution.ts";

/** The explanation of a path's screen. */
export interface Explanation {
  readonly resolution: Resolution;
  /**
   * The role or the `allow` that refused the page, and the rows of resumption that were asked, with
   * their results and the values they read. The entry and `onOpen` tables are not traced.
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

/** A request for a page, with its state and context. */
export interface ExplainedVisit {
  readonly state: ApplicationState;
  readonly path: string;
  readonly context: InputContext;
}

/**
 * Resolves a path, and traces the rules that led to its page. The trace is made on demand and is
 * not kept.
 *
 * @param descriptions descriptions of guards and values by their authors
 */
export function explainPath(
  flow: CompiledVariant,
  { state, path, context }: ExplainedVisit,
  descriptions: RuleDescriptions,
): Explanation {
  const resolution = resolveScreen(flow, state, { path, query: {}, context });
  const facts = buildFacts(flow, state, context);
  const found = findRoute(flow, path, facts);
  const trace: TraceLine[] = [];
  const known = withDerived(descriptions, flow);
  const say = (rule: Json | undefined) => describeRule(rule, known);
  const saw = (reads: readonly string[]) =>
    Object.fromEntries([...new Set(reads)].map((read) => [read, readPath(facts, read) ?? null]));
  if (resolution.kind === "screen" && resolution.denied !== undefined)
    trace.push({
      rule: `role:${resolution.denied}`,
      description: `the role ${resolution.denied} may open this screen`,
      held: false,
      saw: saw(["role", "actor"]),
    });
  else if (found?.screen.allow !== undefined)
    trace.push({
      rule: `allow:${found.screen.id}`,
      description: say(found.screen.allow.rule),
      held: found.screen.allow.test(facts),
      saw: saw(found.screen.allow.reads),
    });
  const refused = new Set(resolution.kind === "screen" ? resolution.refused : []);
  const follow = (table: string, depth: number) => {
    for (const row of flow.tables.get(table)?.rows ?? []) {
      const held = row.when?.test(facts) ?? true;
      trace.push({
        rule: `${table}/${row.id}`,
        description: say(row.when?.rule),
        held,
        saw: saw(row.when?.reads ?? []),
      });
      if (!held) continue;
      const led = flow.screens.get(row.definition.to ?? "");
      if (led?.allow !== undefined && refused.has(`${table}/${row.id}`)) {
        trace.push({
          rule: `allow:${led.id}`,
          description: say(led.allow.rule),
          held: false,
          saw: saw(led.allow.reads),
        });
        continue;
      }
      if (row.definition.table !== undefined && depth < 16) follow(row.definition.table, depth + 1);
      if (
        row.definition.to !== undefined ||
        row.definition.table !== undefined ||
        row.definition.leave !== undefined ||
        row.definition.stay === true
      )
        return;
    }
  };
  if (found === undefined || trace.some(({ held }) => !held)) follow(flow.definition.resume, 0);
  return { resolution, trace };
}
