import { answerPaths } from "../transition/submission.ts";
import type { CompiledVariant, FormOfFlow } from "../compile/compiled-variant.ts";
import type { CompiledAction, CompiledBlock } from "../compile/compiled-screen.ts";
import type { Rule } from "../language/rule.ts";
import { readOnly, type LiveItem, type LiveLabel, type LiveRules } from "../live/live-rules.ts";
import type { DrawingContext } from "./render-context.ts";
import { asObject } from "../language/json.ts";
import { optionLabel } from "./render-value.ts";
import { imageUrl } from "./image-url.ts";
import type { LivePart } from "../compile/live-parts.ts";
import { livePartsOf } from "../compile/live-parts.ts";
import { membersThrough, ruleNamedBy } from "../rules/members.ts";

/** The live parts of a screen; undefined without any. */
export function renderLive(context: DrawingContext, form: FormOfFlow): LiveRules | undefined {
  const { flow, screen, facts } = context;
  const parts = livePartsOf(screen, form).map(({ part }) => part);
  if (parts.length === 0) return undefined;
  const names = namedIn(flow, parts);
  const blocks = screen.blocks.filter(
    ({ definition, when }) => definition.live === true && (when?.test(facts) ?? true),
  );
  return {
    ...names,
    currency: flow.currency,
    facts: readOnly(
      facts,
      parts.flatMap(({ reads }) => [...reads]),
    ),
    paths: answerPaths(form, screen, facts),
    computed: Object.fromEntries([...form.computed].map(([field, { rule }]) => [field, rule])),
    offered: Object.fromEntries(
      [...form.offered].map(([field, choices]) => [
        field,
        Object.fromEntries([...choices].map(([choice, { rule }]) => [choice, rule])),
      ]),
    ),
    blocks: Object.fromEntries(
      blocks.map((block) => [block.definition.id, itemsOf(block, context)]),
    ),
    labels: Object.fromEntries(
      [...screen.actions.values()].flatMap(({ id, labels }) =>
        labels.length === 0 ? [] : [[id, labelsOf(id, labels, context)]],
      ),
    ),
  };
}

/** An action's labels, with its own as the last one, which stands where no rule holds. */
function labelsOf(
  action: string,
  labels: CompiledAction["labels"],
  { screen, copy }: DrawingContext,
): readonly LiveLabel[] {
  const key = `${screen.copy}.actions.${action}`;
  const own = copy.text(`${key}.busy`);
  return [
    ...labels.map(({ id, when }) => ({
      label: copy.text(`${key}.labels.${id}.label`) ?? id,
      busy: copy.text(`${key}.labels.${id}.busy`) ?? own,
      when: when.rule,
    })),
    { label: copy.text(`${key}.label`) ?? action, busy: own, when: true },
  ];
}

function itemsOf(
  { definition, items }: CompiledBlock,
  { flow, screen, facts, copy }: DrawingContext,
): readonly LiveItem[] {
  const key = definition.copy ?? `${screen.copy}.blocks.${definition.id}`;
  return items.map(({ definition: { id, as = "text", options, total }, when, value, picture }) => {
    const none = copy.text(`${key}.items.${id}.none`);
    const path = picture?.evaluate(facts);
    const src = typeof path === "string" ? imageUrl(path, flow.config) : undefined;
    return {
      label: copy.text(`${key}.items.${id}.label`) ?? id,
      as,
      ...(as === "option" ? { words: wordsOf(options, copy) } : {}),
      when: when?.rule,
      value: value?.template,
      none,
      total,
      picture: src,
    };
  });
}

/** The labels of options, by choice. */
function wordsOf(options = "options", copy: DrawingContext["copy"]): Record<string, string> {
  return Object.fromEntries(
    Object.keys(asObject(copy.under(options))).map((choice) => [
      choice,
      optionLabel(choice, options, copy),
    ]),
  );
}

/** The guards and values that rules use, directly or through others. */
function namedIn(
  flow: CompiledVariant,
  parts: readonly LivePart[],
): Pick<LiveRules, "guards" | "values"> {
  const found = { guards: new Map<string, Rule>(), values: new Map<string, Rule>() };
  const rules = parts.map((part) => ("rule" in part ? part.rule : part.template));
  for (const member of membersThrough(flow, rules)) {
    const rule = ruleNamedBy(flow, member);
    const kind = member[0] === "guard" ? "guards" : "values";
    if (rule !== undefined) found[kind].set(String([member[1]].flat()[0]), rule);
  }
  return {
    guards: Object.fromEntries(found.guards),
    values: Object.fromEntries(found.values),
  };
}
