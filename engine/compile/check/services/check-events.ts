import { allActions } from "../../compiled-screen.ts";
import type { CheckContext } from "../run/check-context.ts";
import {
  DECLINES,
  OCCURRENCES,
  type EventDefinition,
  type OccurrenceKind,
} from "../../../language/events.ts";
import { factRoots } from "../../../rules/fact-roots.ts";
import { asObject, type Json } from "../../../language/json.ts";
import type { RuleNames } from "../../../rules/rule-names.ts";
import { occurrenceKindsOf, namesIn } from "../../compile-events.ts";
import { actionNames, matchesName } from "../../compile-roles.ts";
import type { CompiledVariant } from "../../compiled-variant.ts";
import type { CompiledCall } from "../../compiled-call.ts";
import { outcomesOf } from "../../outcomes-of.ts";
import {
  privateReads,
  privateTruth,
  type PrivateReads,
  type Privacy,
} from "../../private-reads.ts";
import { privatePlaces } from "../../private-places.ts";
import type { Reporter } from "../../reporter.ts";

const WAYS_OUT = [
  "partner",
  "external",
  "sign-in",
  "create-account",
  "sign-out",
  "start-again",
  "reload",
  "base",
];

/**
 * Reports events on things that the flow does not have, and events that could hold anything
 * personal or secret.
 */
export function checkEvents(context: CheckContext): void {
  const { flow, names, reporter } = context;
  const { events } = flow;
  const known = knownNames(flow, names);
  for (const { type, definition } of events.all.values()) {
    const at = `/events/events/${type}`;
    if (definition.kind !== undefined && !events.kinds.has(definition.kind))
      reporter.unknownName(`${at}/kind`, {
        kind: "kind of event",
        name: definition.kind,
        known: events.kinds.keys(),
      });
    checkOccurrences(definition, at, known, context);
    checkSend(flow, definition, at, reporter);
  }
  const parts = asObject(flow.stateSchema["properties"]);
  checkPrivacy(
    flow,
    {
      names,
      rootOf: factRoots(flow.definition),
      isPart: (root) => Object.hasOwn(parts, root),
      privateAt: privatePlaces(flow),
    },
    reporter,
  );
}

type Known = Readonly<
  Record<OccurrenceKind, readonly string[] | ((path: string) => ReturnType<RuleNames["path"]>)>
>;

function knownNames(flow: CompiledVariant, names: RuleNames): Known {
  const rootOf = factRoots(flow.definition);
  const calls = [...flow.calls.keys()];
  const messages = [...flow.tables.values()].flatMap(({ rows }) =>
    rows.flatMap(({ definition }) => definition.notify ?? []),
  );
  const fields = [...flow.forms.values()];
  return {
    screen: [...flow.screens.keys()],
    action: [...flow.screens.values()].flatMap((screen) =>
      actionNames(screen).map((action) => `${screen.id}/${action}`),
    ),
    declined: [...flow.screens.values()].flatMap((screen) =>
      allActions(screen).flatMap(({ id, confirm }) =>
        confirm === undefined ? [] : [`${screen.id}/${id}`],
      ),
    ),
    call: calls,
    result: calls,
    row: [...flow.tables.values()].flatMap(({ id, rows }) => rows.map((row) => `${id}/${row.id}`)),
    answer: (path) =>
      rootOf(path.split(".")[0] ?? "") === undefined ? names.path(path) : { known: false },
    problem: [
      ...fields.flatMap(({ compiled, schema }) => [
        ...Object.values(compiled.fields).flatMap((field) =>
          Object.values(field.errorMessage ?? {}),
        ),
        ...(schema["x-rules"] ?? []).map(({ message }) => message),
      ]),
      ...messages.flatMap(({ copy, field }) => (field === undefined ? [] : [copy])),
    ],
    notice: messages.map(({ copy }) => copy),
    leave: WAYS_OUT,
  };
}

function checkOccurrences(
  definition: EventDefinition,
  at: string,
  known: Known,
  { flow, reporter }: CheckContext,
): void {
  const several = Array.isArray(definition.on);
  for (const [index, occurrence] of occurrenceKindsOf(definition).entries()) {
    const here = several ? `${at}/on/${index}` : `${at}/on`;
    const kinds = OCCURRENCES.filter((kind) => occurrence[kind] !== undefined);
    const { outcome, result, declined } = occurrence;
    if (kinds.length !== 1)
      reporter.at(here, {
        code: "FLOW-EVENT-ON",
        message: `An event is reported on one thing at a time, this names ${kinds.length === 0 ? "none" : kinds.join(" and ")}`,
      });
    if (outcome !== undefined && result === undefined && declined === undefined)
      reporter.at(`${here}/outcome`, {
        code: "FLOW-EVENT-ON",
        message: "Only the `result` of a call and a `declined` question have an outcome",
      });
    for (const kind of kinds) {
      for (const [place, name] of namesIn(occurrence[kind]).entries()) {
        const pointer =
          typeof occurrence[kind] === "string" ? `${here}/${kind}` : `${here}/${kind}/${place}`;
        const names = known[kind];
        if (typeof names === "function") {
          const verdict = names(name);
          if (!verdict.known)
            reporter.at(pointer, {
              code: "FLOW-NAME",
              message: `The state has no "${name}"`,
              about: [name],
              suggestion: verdict.suggestion,
            });
        } else if (!names.some(matchesName(name)))
          reporter.unknownName(pointer, { kind: SAID[kind], name, known: names });
      }
    }
    if (outcome === undefined || (result === undefined && declined === undefined)) continue;
    const calls = [...flow.calls.values()].filter(({ id }) =>
      namesIn(result).some((name) => matchesName(name)(id)),
    );
    const outcomes = result === undefined ? DECLINES : [...new Set(calls.flatMap(outcomesOf))];
    const what = result === undefined ? "way to decline" : "outcome of the call";
    for (const [place, name] of namesIn(outcome).entries())
      if (!outcomes.some(matchesName(name)))
        reporter.unknownName(
          typeof outcome === "string" ? `${here}/outcome` : `${here}/outcome/${place}`,
          { kind: what, name, known: outcomes },
        );
  }
}

const SAID: Readonly<Record<OccurrenceKind, string>> = {
  screen: "screen",
  action: "action of a screen",
  declined: "action that asks first",
  call: "call",
  result: "call",
  row: "row of a table",
  answer: "state path",
  problem: "message of a field",
  notice: "message",
  leave: "way out",
};

/**
 * Reports a call that sends events and saves a part of its answer: no request waits for the answer.
 */
function checkSend(
  flow: CompiledVariant,
  { send }: EventDefinition,
  at: string,
  reporter: Reporter,
): void {
  if (send === undefined) return;
  const call = flow.calls.get(send);
  if (call === undefined)
    reporter.unknownName(`${at}/send`, { kind: "call", name: send, known: flow.calls.keys() });
  else if (call.set.length > 0)
    reporter.at(`${at}/send`, {
      code: "FLOW-EVENT-SEND",
      message: `Nobody waits for the answer of a call that takes events away, but "${send}" keeps something of it`,
    });
}

function checkPrivacy(flow: CompiledVariant, privacy: Privacy, reporter: Reporter): void {
  const { events } = flow;
  const refusePrivate = (what: string, pointer: string, reads: PrivateReads) => {
    const problem = leakOf(what, reads);
    if (problem !== undefined) reporter.at(pointer, { code: "FLOW-EVENT-PRIVATE", ...problem });
  };
  const properties = (
    templates: ReadonlyMap<string, { readonly template: Json }>,
    pointer: string,
  ) => {
    for (const [name, { template }] of templates)
      refusePrivate(
        `The property "${name}"`,
        `${pointer}/${name}`,
        privateReads(template, privacy),
      );
  };
  if (events.enabled !== undefined)
    refusePrivate(
      "Whether anything is reported",
      "/events/enabled",
      privateTruth(events.enabled.rule, privacy),
    );
  for (const [id, { name }] of events.kinds)
    if (name !== undefined)
      refusePrivate("The name", `/events/kinds/${id}/name`, privateReads(name.template, privacy));
  properties(events.context, "/events/context");
  for (const { type, when, with: own, definition } of events.all.values()) {
    const at = `/events/events/${type}`;
    if (when !== undefined)
      refusePrivate(
        "Whether the event is reported",
        `${at}/when`,
        privateTruth(when.rule, privacy),
      );
    properties(own, `${at}/with`);
    const call = definition.send === undefined ? undefined : flow.calls.get(definition.send);
    for (const { template } of call === undefined ? [] : templatesOf(call))
      refusePrivate(`The call "${call?.id ?? ""}"`, `${at}/send`, privateReads(template, privacy));
  }
}

function templatesOf({
  params,
  query,
  headers,
  body,
}: CompiledCall): readonly { readonly template: Json }[] {
  return [
    ...params.values(),
    ...query.values(),
    ...headers.values(),
    ...(body === undefined ? [] : [body]),
  ];
}

function leakOf(
  what: string,
  { copies, derives, refused }: PrivateReads,
): { readonly message: string; readonly suggestion?: string } | undefined {
  const list = (names: ReadonlySet<string>) => [...names].toSorted().join(", ");
  if (refused.size > 0)
    return {
      message: `${what} reads ${list(refused)}: what was typed or answered never gets into events`,
      suggestion: "what is kept in the state, the outcome, or the row that applied",
    };
  if (copies.size > 0)
    return {
      message: `${what} could tell ${list(copies)}, which is private`,
      suggestion: '{ "!!": … } tells that it is there, { length: … } how long it is',
    };
  return derives.size > 0
    ? {
        message: `${what} depends on what stands at ${list(derives)}, which is private`,
        suggestion: '{ "!!": … } tells that it is there',
      }
    : undefined;
}
