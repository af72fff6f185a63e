import { variantFacts } from "../../../language/axes.ts";
import type { Json } from "../../../language/json.ts";
import { SOONEST_POLL_MS } from "../../../language/polling.ts";
import { escapeSegment } from "../../../source/json-pointer.ts";
import type { CompiledRule } from "../../../rules/compiled-rule.ts";

import type { CheckContext } from "../run/check-context.ts";

/**
 * Reports polling whose intervals follow from settings and are out of bounds. The schema bounds the
 * numbers that stand in the screen itself.
 */
export function checkPolls({ flow, reporter }: CheckContext): void {
  const facts = {
    ...variantFacts(flow.definition, flow.variant),
    flags: flow.flags,
    config: flow.config,
  };
  for (const { id, poll } of flow.screens.values()) {
    if (poll === undefined) continue;
    const everyMs = settledMs(poll.everyMs, facts);
    const untilMs = settledMs(poll.untilMs, facts);
    const problem = { code: "FLOW-POLL", severity: "warning" } as const;
    if (everyMs !== undefined && everyMs < SOONEST_POLL_MS)
      reporter.at(placeOf(poll.everyMs, `/screens/${id}/poll/everyMs`), {
        ...problem,
        message: `The page "${id}" would look every ${everyMs} ms; it looks no more often than every ${SOONEST_POLL_MS} ms`,
        suggestion: `${SOONEST_POLL_MS} or more, such as 1000`,
      });
    else if (everyMs !== undefined && untilMs !== undefined && untilMs < everyMs)
      reporter.at(placeOf(poll.untilMs, `/screens/${id}/poll/untilMs`), {
        ...problem,
        message: `The page "${id}" stops looking after ${untilMs} ms, before the ${everyMs} ms between two looks are over`,
        suggestion: `more than ${everyMs}`,
      });
  }
}

/** The number that a rule gives for the settings alone; undefined where it reads the state. */
function settledMs(rule: CompiledRule, facts: Facts): number | undefined {
  const roots = rule.reads.map((path) => path.split(".", 1)[0] ?? "");
  // A rule by name may read anything.
  const isSettled =
    roots.every((root) => Object.hasOwn(facts, root)) &&
    !/"(?:value|guard|fact)":/.test(JSON.stringify(rule.rule));
  const ms = isSettled ? rule.evaluate(facts) : undefined;
  return typeof ms === "number" ? ms : undefined;
}

type Facts = Readonly<Record<string, Json>>;

/** The setting that a rule is, or else the rule. */
function placeOf({ rule, reads }: CompiledRule, place: string): string {
  const [path = "", ...others] = reads;
  return others.length === 0 && path.startsWith("config.") && isVariable(rule)
    ? `/${path.split(".").map(escapeSegment).join("/")}`
    : place;
}

function isVariable(rule: unknown): boolean {
  return typeof rule === "object" && rule !== null && Object.keys(rule).join() === "var";
}
