import type { CheckContext } from "../run/check-context.ts";

/**
 * Reports entry parameters that are saved although nothing says when an application is closed to
 * them, and one that replaces without a place to replace at. Any site can link to a flow.
 */
export function checkEntry(context: CheckContext): void {
  const { flow, reporter } = context;
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
  for (const [name, { into, format, instead = [] }] of parameters) {
    const at = `/flow/entryParameters/${name}`;
    checkPlace({ into, format }, at, context);
    for (const [index, each] of instead.entries())
      checkPlace(each, `${at}/instead/${index}`, context);
  }
  for (const [name, { into, replaces }] of parameters)
    if (replaces === true && into === undefined)
      reporter.at(`/flow/entryParameters/${name}/replaces`, {
        code: "FLOW-ENTRY",
        message: `The parameter "${name}" is only looked at: it has no place at which it could replace anything`,
        suggestion: "into: a state path",
      });
}

/** Reports a place that the state does not have, and a format that formats.yaml lacks. */
function checkPlace(
  { into, format }: { readonly into?: string | undefined; readonly format?: string | undefined },
  at: string,
  { flow, names, reporter }: CheckContext,
): void {
  const verdict = into === undefined ? undefined : names.path(into);
  if (verdict?.known === false)
    reporter.at(`${at}/into`, {
      code: "FLOW-SET-PATH",
      message: `The state has no "${into ?? ""}"`,
      about: [into ?? ""],
      suggestion: verdict.suggestion,
    });
  if (format !== undefined && !Object.hasOwn(flow.formats, format))
    reporter.unknownName(`${at}/format`, {
      kind: "format",
      name: format,
      known: Object.keys(flow.formats),
    });
}
