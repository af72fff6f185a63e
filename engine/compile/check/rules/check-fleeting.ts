import type { CompiledRule } from "../../../rules/compiled-rule.ts";
import type { CompiledScreen } from "../../compiled-screen.ts";
import type { CheckContext } from "../run/check-context.ts";
import { PRESS_ROOTS } from "../conditions/scopes.ts";

/**
 * Reports rules about where an application stands that read what only a press has: what was typed,
 * or what a call answered. These rules are asked on every page, days later and by timers as well,
 * and find nothing there.
 */
export function checkFleeting({ flow, reporter }: CheckContext): void {
  for (const screen of flow.screens.values())
    for (const [member, rule] of standingRules(screen)) {
      if (member === "allow" && Object.hasOwn(flow.derived.allow, screen.id)) continue;
      const read = rule?.reads.find((path) => PRESS_ROOTS.includes(path.split(".")[0] ?? path));
      if (read === undefined) continue;
      reporter.at(`/screens/${screen.id}/${member}`, {
        code: "FLOW-RULE-FLEETING",
        message: `\`${member}\` of the screen "${screen.id}" reads "${read}", which is there while an action is done and never afterwards`,
        suggestion: "a value of the state, which a form or a `set` has written",
      });
    }
}

function standingRules({
  allow,
  exists,
  done,
  skip,
}: CompiledScreen): readonly (readonly [string, CompiledRule | undefined])[] {
  return Object.entries({ allow, exists, done, skip });
}
