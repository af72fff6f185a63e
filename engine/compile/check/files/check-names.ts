import type { CheckContext } from "../run/check-context.ts";
import { closest } from "../../../source/closest.ts";
import type { CompiledVariant, FormOfFlow } from "../../compiled-variant.ts";
import type { CompiledCall, CompiledProvider } from "../../compiled-call.ts";
import type { CompiledAction, CompiledBlock, CompiledScreen } from "../../compiled-screen.ts";
import type { Reporter } from "../../reporter.ts";

type Kind = "screen" | "table" | "call" | "form" | "service";

/** Reports a name that the flow does not have; undefined is none. */
type Check = (kind: Kind, name: string | undefined, pointer: string) => void;

/**
 * Reports names that a definition uses and the flow does not have: of screens, tables, calls,
 * forms, services, formats.
 */
export function checkNames({ flow, reporter }: CheckContext): void {
  const known = {
    screen: flow.screens,
    table: flow.tables,
    call: flow.calls,
    form: flow.forms,
    service: flow.services,
  } as const satisfies Record<Kind, ReadonlyMap<string, unknown>>;
  const check: Check = (kind, name, pointer) => {
    if (name === undefined || known[kind].has(name)) return;
    const neighbours = pointer.endsWith("/to") ? NEIGHBOURS : [];
    reporter.unknownName(pointer, { kind, name, known: [...neighbours, ...known[kind].keys()] });
  };
  checkFlow(flow, check);
  for (const screen of flow.screens.values()) checkScreen(screen, check, reporter);
  for (const [id, table] of flow.tables) {
    for (const [index, row] of table.rows.entries()) {
      const at = `/tables/${id}/rows/${index}`;
      checkTarget(row.definition.to, `${at}/to`, check);
      check("table", row.definition.table, `${at}/table`);
      check("table", row.definition.then, `${at}/then`);
      check("call", row.definition.call, `${at}/call`);
    }
  }
  for (const [id, service] of flow.services) check("form", service.form, `/services/${id}/form`);
  for (const [name, form] of flow.forms)
    for (const [field, { definition: suggest }] of form.suggests) {
      const at = `/forms/${name}/properties/${field}/x-suggest`;
      check("call", suggest.call, `${at}/call`);
      check("call", suggest.choose?.call, `${at}/choose/call`);
      for (const filled of Object.keys(suggest.choose?.fills ?? {}))
        checkFilled(filled, form, `${at}/choose/fills/${filled}`, reporter);
    }
  for (const [id, provider] of flow.providers)
    checkProvider(
      flow,
      provider,
      (kind, name, pointer) => check(kind, name, `/providers/${id}${pointer}`),
      reporter,
    );
  for (const call of flow.calls.values()) checkCall(call, check, reporter);
}

/** Reports unknown names in flow.yaml, its timers and links, and the sequences. */
function checkFlow(flow: CompiledVariant, check: Check): void {
  const { definition } = flow;
  check("screen", definition.unknownPath, "/flow/unknownPath");
  check("table", definition.resume, "/flow/resume");
  check("table", definition.entry, "/flow/entry");
  check("table", definition.answered, "/flow/answered");
  check("call", definition.unload?.call, "/flow/unload/call");
  check("call", definition.adopt?.call, "/flow/adopt/call");
  check("table", definition.adopt?.then, "/flow/adopt/then");
  for (const { id, definition: timer } of flow.timers.values()) {
    check("screen", timer.screen, `/flow/timers/${id}/screen`);
    check("table", timer.then, `/flow/timers/${id}/then`);
  }
  for (const { id, definition: link } of flow.mailedLinks.values())
    check("table", link.then, `/flow/mailedLinks/${id}/then`);
  for (const [name, sequence] of flow.sequences)
    for (const [index, screen] of sequence.entries())
      check("screen", screen, `/sequences/${name}/${index}`);
  for (const [place, phase] of (definition.phases ?? []).entries())
    for (const [index, screen] of phase.screens.entries())
      check("screen", screen, `/flow/phases/${place}/screens/${index}`);
}

/** Targets that stand for another screen of the sequence. */
const NEIGHBOURS: readonly string[] = ["next", "previous"];

/** Reports a target that is no screen, nor the next or the previous one. */
function checkTarget(name: string | undefined, pointer: string, check: Check): void {
  if (!NEIGHBOURS.includes(name ?? "")) check("screen", name, pointer);
}

function checkActions(
  actions: ReadonlyMap<string, CompiledAction>,
  at: string,
  check: Check,
): void {
  for (const [id, action] of actions) {
    for (const call of action.calls) check("call", call, `${at}/${id}/call`);
    check("table", action.definition.then, `${at}/${id}/then`);
    checkTarget(action.definition.to, `${at}/${id}/to`, check);
  }
}

function checkScreen(screen: CompiledScreen, check: Check, reporter: Reporter): void {
  const at = `/screens/${screen.id}`;
  check("form", screen.definition.form, `${at}/form`);
  check("table", screen.definition.onOpen, `${at}/onOpen`);
  checkActions(screen.actions, `${at}/actions`, check);
  if (screen.list !== undefined) checkActions(screen.list.actions, `${at}/list/actions`, check);
  const checkAction = (name: string | undefined, pointer: string) => {
    if (name === undefined || screen.actions.has(name)) return;
    const suggestion = closest(name, screen.actions.keys());
    reporter.at(pointer, {
      code: "FLOW-NAME",
      message: `The screen has no action "${name}"`,
      about: [name],
      suggestion,
    });
  };
  checkAction(screen.definition.poll?.action, `${at}/poll/action`);
  checkAction(screen.definition.load, `${at}/load`);
  for (const [index, block] of screen.blocks.entries()) {
    const here = `${at}/blocks/${index}`;
    check("screen", block.definition.change, `${here}/change`);
    for (const [place, item] of block.items.entries())
      check("screen", item.definition.change, `${here}/items/${place}/change`);
    for (const [place, name] of (block.definition.actions ?? []).entries())
      checkAction(name, `${here}/actions/${place}`);
    checkAction(block.definition.action, `${here}/action`);
    checkCells(block, here, reporter);
  }
}

/** Reports a call without a member that every request needs, or without a service of the flow. */
function checkCall({ id, definition }: CompiledCall, check: Check, reporter: Reporter): void {
  const needed = ["service", "method", "path", "timeoutMs"] as const;
  const missing = needed.filter((word) => !(word in definition));
  for (const word of missing)
    reporter.at(`/calls/${id}`, {
      code: "FLOW-SHAPE",
      message: `"${word}" is missing in calls.${id}, and in the defaults of its file`,
      about: [word],
    });
  if (!missing.includes("service")) check("service", definition.service, `/calls/${id}/service`);
}

/** Reports calls, screens and tables of a provider that the flow does not have. */
function checkProvider(
  flow: CompiledVariant,
  { id, calls, webhook }: CompiledProvider,
  check: Check,
  reporter: Reporter,
): void {
  if (flow.services.has(id))
    reporter.at(`/providers/${id}`, {
      code: "FLOW-NAME",
      message: `"${id}" is the name of a service already`,
      about: [id],
    });
  for (const [name, steps] of calls) {
    check("call", name, `/calls/${name}`);
    const seen = new Set<string>();
    for (const [index, step] of steps.entries()) {
      const at = `/calls/${name}/steps/${index}`;
      if (!step.own) check("service", step.definition.service, `${at}/service`);
      if (seen.has(step.id))
        reporter.at(`/providers/${id}${at}/id`, {
          code: "FLOW-STEP-TWICE",
          message: `The call has two steps "${step.id}"`,
        });
      seen.add(step.id);
    }
  }
  for (const [index, row] of (webhook?.becomes ?? []).entries()) {
    check("screen", row.definition.screen, `/webhook/becomes/${index}/screen`);
    check("table", row.definition.then, `/webhook/becomes/${index}/then`);
  }
}

/**
 * Reports a choice that fills a secret field, or one that the form does not have; a field that only
 * this variant lacks is left out.
 */
function checkFilled(name: string, form: FormOfFlow, pointer: string, reporter: Reporter): void {
  const field = form.compiled.fields[name];
  if (field?.["x-pii"] === "secret")
    reporter.at(pointer, {
      code: "FLOW-FORM",
      message: `The field "${name}" is secret: a suggestion cannot fill it`,
      about: [name],
    });
  if (field !== undefined || form.declared.includes(name)) return;
  const suggestion = closest(name, Object.keys(form.compiled.fields));
  reporter.at(pointer, {
    code: "FLOW-NAME",
    message: `The form has no field "${name}"`,
    about: [name],
    suggestion,
  });
}

/** Reports a cell in a column that the table does not have. */
function checkCells(block: CompiledBlock, pointer: string, reporter: Reporter): void {
  const columns = block.columns.map(({ definition }) => definition.id);
  for (const [place, row] of block.rows.entries()) {
    for (const column of row.cells.keys()) {
      if (columns.includes(column)) continue;
      const suggestion = closest(column, columns);
      reporter.at(`${pointer}/rows/${place}/cells/${column}`, {
        code: "FLOW-NAME",
        message: `The table has no column "${column}"`,
        about: [column],
        suggestion,
      });
    }
  }
}
