import type { SandboxDefinition, SandboxRow } from "../language/sandbox.ts";
import type { CompiledSandbox, CompiledSandboxRow } from "./compiled-call.ts";
import type { RuleCompiler } from "./rule-compiler.ts";

/** Compiles the sandbox of one service. */
export function compileSandbox(
  service: string,
  { calls }: SandboxDefinition,
  compiler: RuleCompiler,
): CompiledSandbox {
  return new Map(
    Object.entries(calls).map(([call, rows]) => [
      call,
      rows.map((row, index) =>
        compileRow(row, `/sandboxes/${service}/calls/${call}/${index}`, compiler),
      ),
    ]),
  );
}

function compileRow(row: SandboxRow, at: string, compiler: RuleCompiler): CompiledSandboxRow {
  return {
    id: row.id,
    definition: row,
    when: compiler.condition(row.when, `${at}/when`),
    answer: compiler.template(row.answer, `${at}/answer`),
    location: compiler.template(row.location, `${at}/location`),
    ...thingsOf(row, at, compiler),
    webhooks: (row.webhooks ?? []).flatMap(({ provider, afterMs, payload }, index) => {
      const made = compiler.template(payload, `${at}/webhooks/${index}/payload`);
      return made === undefined ? [] : [{ provider, afterMs, payload: made }];
    }),
  };
}

/**
 * What a row looks for and keeps; a row that keeps without a value keeps the body of the request.
 */
function thingsOf(
  { find, keep }: SandboxRow,
  at: string,
  compiler: RuleCompiler,
): Pick<CompiledSandboxRow, "find" | "keep"> {
  const sought = compiler.template(find?.id, `${at}/find/id`);
  const id = compiler.template(keep?.id, `${at}/keep/id`);
  const given = keep?.value === undefined ? { var: "sent.body" } : keep.value;
  const value = keep === undefined ? undefined : compiler.template(given, `${at}/keep/value`);
  return {
    ...(find === undefined || sought === undefined ? {} : { find: { in: find.in, id: sought } }),
    ...(keep === undefined || id === undefined || value === undefined
      ? {}
      : { keep: { in: keep.in, id, value } }),
  };
}
