import { readPath } from "../rules/state-path.ts";
import { sendsForm } from "../transition/sends-form.ts";
import type { Facts } from "../transition/facts.ts";
import type { CompiledAction } from "../compile/compiled-variant.ts";
import type { CopyBook } from "../copy/copy-book.ts";
import type { ActionView } from "./view.ts";

/** The actions offered now, in the order they are declared. */
export function renderActions(
  actions: ReadonlyMap<string, CompiledAction>,
  copyPrefix: string,
  facts: Facts,
  copy: CopyBook,
  item?: string,
): ActionView[] {
  return [...actions.values()]
    .filter((action) => action.when?.test(facts) ?? true)
    .map((action) => renderAction(action, `${copyPrefix}.actions.${action.id}`, facts, copy, item));
}

function renderAction(
  action: CompiledAction,
  key: string,
  facts: Facts,
  copy: CopyBook,
  item: string | undefined,
): ActionView {
  const { definition } = action;
  const busy = copy.text(`${key}.busy`);
  const asks = action.confirm?.test(facts) ?? false;
  const availableAt = availableAfter(action, facts);
  return {
    id: action.id,
    label: copy.text(`${key}.label`) ?? action.id,
    style: definition.style ?? (action.id === "submit" ? "primary" : "secondary"),
    ...(definition.scriptless === true ? { scriptless: true as const } : {}),
    submitsForm: sendsForm(action) || definition.keep === true,
    ...(busy === undefined ? {} : { busy }),
    ...(asks
      ? {
          confirm: {
            title: copy.text(`${key}.confirm.title`) ?? "",
            text: copy.text(`${key}.confirm.text`) ?? "",
            yes: copy.text(`${key}.confirm.yes`) ?? "",
            no: copy.text(`${key}.confirm.no`) ?? "",
          },
        }
      : {}),
    ...(availableAt === undefined ? {} : { availableAt }),
    ...(item === undefined ? {} : { item }),
  };
}

/** The instant from which an action with a countdown is offered again, while that lies ahead. */
function availableAfter(
  { definition: { countdown }, everyMs }: CompiledAction,
  facts: Facts,
): string | undefined {
  if (countdown === undefined) return undefined;
  const since = Date.parse(String(readPath(facts, countdown.since) ?? ""));
  const at = since + Number(everyMs?.evaluate(facts));
  return Number.isFinite(at) && at > Date.parse(String(facts["now"]))
    ? new Date(at).toISOString()
    : undefined;
}
