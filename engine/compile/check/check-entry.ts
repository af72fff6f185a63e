import type { CheckContext } from "./check-context.ts";

/**
 * Any site can link to a flow: parameters that are kept need a word on when an application is
 * closed to them, and one that replaces needs a place to replace at.
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
