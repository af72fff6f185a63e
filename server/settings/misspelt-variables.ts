import { prefixOf } from "../../engine/language/variable-prefix.ts";
import { closest } from "../../engine/source/closest.ts";
import type { FlowServices } from "../../engine/compile/compiled-flow.ts";
import { wantedVariables } from "../calls/wanted-variables.ts";
import { SETTINGS } from "./settings.ts";

/** Prefixes of the server's own variables; other programs may use them, too. */
const FAMILIES = /^(?:DATABASE|SMTP|MAIL|OIDC|PUBLIC|COOKIE|FRAME|METRICS|LOG)_/;

/**
 * Variables that nothing reads and that look like one that is read, one sentence each; never a
 * value. A name of `FOYER_` that nothing reads is always told. Unknown variables of a provider are
 * refused elsewhere.
 */
export function misspeltVariables(
  env: NodeJS.ProcessEnv,
  flows: Iterable<FlowServices>,
): readonly string[] {
  const all = [...flows];
  const read = new Set([
    ...Object.keys(SETTINGS),
    ...all.flatMap((flow) => wantedVariables(flow, env).map(({ name }) => name)),
  ]);
  const prefixes = all.flatMap(({ services }) =>
    [...services].map(([id, { prefix }]) => prefixOf(id, prefix)),
  );
  return Object.keys(env)
    .filter((name) => !read.has(name))
    .flatMap((name) => {
      const prefix = prefixes.find((each) => name.startsWith(each));
      const isOwn = name.startsWith("FOYER_");
      if (!isOwn && prefix === undefined && !FAMILIES.test(name)) return [];
      const meant = closest(name, read);
      if (meant === undefined && !isOwn) return [];
      return [
        `${name} is set, and nothing reads it${meant === undefined ? "" : `; did you mean ${meant}?`}`,
      ];
    });
}
