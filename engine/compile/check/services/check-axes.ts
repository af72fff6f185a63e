import {
  axesOf,
  factNamesOf,
  type AxisChoice,
  type AxisDefinition,
} from "../../../language/axes.ts";
import { asList, asObject, type Json } from "../../../language/json.ts";
import type { FlowDefinition } from "../../../language/flow.ts";
import type { DefinitionProblem } from "../../../language/problem.ts";
import { FACT_ROOT_NAMES } from "../../../rules/fact-roots.ts";
import { closest } from "../../../source/closest.ts";
import type { SourceDocument } from "../../../source/read-yaml.ts";

/** The mistake at a place of flow.yaml. */
interface Mistake {
  readonly at: readonly string[];
  readonly message: string;
  readonly suggestion?: string;
}

type NamedAxis = readonly [name: string, axis: AxisDefinition];

/**
 * Reports mistakes in the axes of a flow: in their names, facts and languages, in the path and
 * hosts of their values, and in where they are chosen.
 *
 * @param front the document of flow.yaml
 */
export function checkAxes(
  front: SourceDocument,
  definition: FlowDefinition,
): readonly DefinitionProblem[] {
  const axes = axesOf(definition);
  return [
    ...nameMistakes(definition),
    ...factMistakes(definition, axes),
    ...axes.flatMap((axis) => [
      ...localeMistakes(definition, axis),
      ...pathMistakes(axis),
      ...choiceMistakes(axis),
      ...hostMistakes(axis),
    ]),
    ...pathsAndHosts(axes),
  ].map(({ at, message, suggestion }) => ({
    code: "FLOW-AXIS",
    severity: "error",
    message,
    file: front.path,
    ...front.locate(`/${at.join("/")}`),
    suggestion,
  }));
}

/** Names that rules could take for something else. */
function nameMistakes(definition: FlowDefinition): readonly Mistake[] {
  const axes = axesOf(definition).map(([axis]) => axis);
  const taken = (name: string) => `Rules read "${name}" as something else already`;
  return [
    ...axes
      .filter((axis) => FACT_ROOT_NAMES.includes(axis))
      .map((axis) => ({ at: ["axes", axis], message: taken(axis), suggestion: "another name" })),
    ...factNamesOf(definition)
      .filter((fact) => axes.includes(fact) || FACT_ROOT_NAMES.includes(fact))
      .map((fact) => ({
        at: placeOfFact(definition, fact),
        message: taken(fact),
        suggestion: "another name",
      })),
  ];
}

function placeOfFact(definition: FlowDefinition, fact: string): readonly string[] {
  for (const [axis, { values = {} }] of axesOf(definition))
    for (const [value, { facts = {} }] of Object.entries(values))
      if (Object.hasOwn(facts, fact)) return ["axes", axis, "values", value, "facts", fact];
  return ["facts", fact];
}

/** Facts that some values of an axis lack, and facts of two axes. */
function factMistakes(
  { facts: own = {} }: FlowDefinition,
  axes: readonly NamedAxis[],
): readonly Mistake[] {
  const owners = new Map<string, string>();
  return axes.flatMap(([axis, { values = {} }]) => {
    const entries = Object.entries(values);
    const names = new Set(entries.flatMap(([, { facts = {} }]) => Object.keys(facts)));
    return [...names].flatMap((fact): readonly Mistake[] => {
      const owner = owners.get(fact);
      owners.set(fact, axis);
      const lacking = entries.filter(([, { facts = {} }]) => !Object.hasOwn(facts, fact));
      if (owner !== undefined)
        return [
          {
            at: ["axes", axis],
            message: `Values of ${owner} and of ${axis} both have the fact "${fact}"`,
            suggestion: `the fact in the values of ${owner} alone, or another name`,
          },
        ];
      return Object.hasOwn(own, fact)
        ? []
        : lacking.map(([value]) => ({
            at: ["axes", axis, "values", value],
            message: `${value} lacks the fact "${fact}", which other values of ${axis} have`,
            suggestion: `facts: { ${fact}: … } here, or in the flow for all of them`,
          }));
    });
  });
}

/** Languages that the flow does not have. */
function localeMistakes(
  { locales: known }: FlowDefinition,
  [axis, { values = {} }]: NamedAxis,
): readonly Mistake[] {
  return Object.entries(values).flatMap(([value, { locales = [] }]) =>
    locales.flatMap((locale, index): readonly Mistake[] =>
      known.includes(locale)
        ? []
        : [
            {
              at: ["axes", axis, "values", value, "locales", String(index)],
              message: `The flow has no locale "${locale}"`,
              suggestion: closest(locale, known) ?? `locales: [${[...known, locale].join(", ")}]`,
            },
          ],
    ),
  );
}

/** Words that an axis with a path cannot have, and those that need one. */
function pathMistakes([axis, { path, values = {}, chosen }]: NamedAxis): readonly Mistake[] {
  const at = ["axes", axis];
  const entries = Object.entries(values);
  if (path === undefined)
    return entries.flatMap(([value, { host }]) =>
      host === undefined
        ? []
        : [
            {
              at: [...at, "values", value, "host"],
              message: `Only a value of an axis with a path has a host of its own`,
              suggestion: "when: a rule that reads { var: host }",
            },
          ],
    );
  const placeholder = path.slice(path.lastIndexOf("{") + 1, -1);
  return [
    ...(placeholder === axis
      ? []
      : [
          {
            at: [...at, "path"],
            message: `The path of ${axis} has a place for "${placeholder}"`,
            suggestion: path.replace(`{${placeholder}}`, `{${axis}}`),
          },
        ]),
    ...(chosen === undefined
      ? []
      : [{ at: [...at, "chosen"], message: "The path chooses the value of an axis that has one" }]),
    ...entries.flatMap(([value, written]) =>
      (["when", "locales", "facts"] as const)
        .filter((word) => written[word] !== undefined)
        .map((word) => ({
          at: [...at, "values", value, word],
          message: `A value in the path has a name and a host, and no ${word}`,
          suggestion: "an overlay of the value, or an axis without a path",
        })),
    ),
  ];
}

/** Values that no host leads to: values before them take all of theirs. */
function hostMistakes([axis, { values = {} }]: NamedAxis): readonly Mistake[] {
  const taken = new Map<string, string>();
  return Object.entries(values).flatMap(([value, { when }]): readonly Mistake[] => {
    const hosts = hostsOf(when ?? null);
    const before = hosts.map((host) => taken.get(host));
    for (const host of hosts) if (!taken.has(host)) taken.set(host, value);
    return hosts.length === 0 || before.includes(undefined)
      ? []
      : [
          {
            at: ["axes", axis, "values", value],
            message: `No host leads to ${value}: ${before[0] ?? ""} before it takes ${hosts.join(", ")}`,
            suggestion: "another host",
          },
        ];
  });
}

/** The hosts that a rule asks for, where it asks for nothing else. */
function hostsOf(rule: Json): readonly string[] {
  const { in: among, "===": equal } = asObject(rule);
  const [read, hosts] = Array.isArray(among) ? among : asList(equal);
  if (asObject((read ?? null) as Json)["var"] !== "host") return [];
  return (Array.isArray(hosts) ? hosts : [hosts]).filter((host) => typeof host === "string");
}

function choiceMistakes([axis, { chosen = [], values = {} }]: NamedAxis): readonly Mistake[] {
  const known = [
    "locales",
    ...new Set(Object.values(values).flatMap(({ facts = {} }) => Object.keys(facts))),
  ];
  return chosen.flatMap((choice, index): readonly Mistake[] => {
    const at = ["axes", axis, "chosen", String(index)];
    const places = placesOf(choice);
    if (places.length > 1)
      return [
        {
          at,
          message: `One choice is read in one place, not in ${places.join(" and ")}`,
          suggestion: places.map((place) => `a row with ${place}`).join(", "),
        },
      ];
    const { holds } = choice;
    return holds === undefined || known.includes(holds)
      ? []
      : [
          {
            at: [...at, "holds"],
            message: `The values of ${axis} have no "${holds}"`,
            suggestion: closest(holds, known) ?? known.join(", "),
          },
        ];
  });
}

function placesOf(choice: AxisChoice): readonly string[] {
  return (["cookie", "parameter", "languages"] as const).filter(
    (place) => choice[place] !== undefined,
  );
}

/** Two axes with a path, and two values with one host. */
function pathsAndHosts(axes: readonly NamedAxis[]): readonly Mistake[] {
  const [, ...others] = axes.filter(([, { path }]) => path !== undefined);
  const hosts = new Set<string>();
  return [
    ...others.map(([axis]) => ({
      at: ["axes", axis, "path"],
      message: "One axis at most has a path",
    })),
    ...axes.flatMap(([axis, { values = {} }]) =>
      Object.entries(values).flatMap(([value, { host }]) => {
        const isTaken = host !== undefined && hosts.has(host);
        if (host !== undefined) hosts.add(host);
        return isTaken
          ? [
              {
                at: ["axes", axis, "values", value, "host"],
                message: `Another value has the host ${host}`,
              },
            ]
          : [];
      }),
    ),
  ];
}
