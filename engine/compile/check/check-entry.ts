import type { CheckContext } from "./check-context.ts";

/**
 * Reports entry parameters that are saved although nothing says when an application is closed to
 * them, and one that replaces without a place to replace at. Any site can link to a flow.
 */
export function checkEntry({ flow, reporter }: CheckContext): void {
  const parameters = Object.entries(flow.definition.entryParameters ?? {});
  const kept = parameters.find(
    ([, { into, instead }]) =>
      into !== undefined || (instead ?? []).some((each) => each.into !== undefined),
  );
  if (kept !== undefined && flow.definition.handedIn === undefined)
    reporter.at(`/flow/entryParameters/${kept[0]}`, {
      code: "FLOW-ENTRY",
      message: `The parameter "${kept[0]}" is kept, and flow.yaml has no "handedIn": say from when on no link may change an application`,
    });
  for (const [name, { into, replaces }] of parameters)
    if (replaces === true && into === undefined)
      reporter.at(`/flow/entryParameters/${name}/replaces`, {
        code: "FLOW-ENTRY",
        message: `The parameter "${name}" is only looked at: it has no place at which it could replace anything`,
        suggestion: "into: a state path",
      });
}
