import { escapeSegment } from "../../../source/json-pointer.ts";
import { ENVIRONMENTS } from "../../../language/environments.ts";
import type { FlowDefinition } from "../../../language/flow.ts";
import { asObject, isObject, type Json, type JsonObject } from "../../../language/json.ts";
import { ENVIRONMENT_LAYER, layersOf } from "../../../language/axes.ts";
import {
  changesOf,
  changesPlace,
  isUntrusted,
  listedChanges,
  ORIGIN_SETTINGS,
  UNTRUSTED_REACH,
} from "../../../language/layers.ts";
import type { DefinitionProblem } from "../../../language/problem.ts";
import { closest } from "../../../source/closest.ts";
import { KNOWN_LEVELS, OVERLAY_PARTS } from "../../definition-tree.ts";
import { contentOf, type DefinitionFile } from "../../flow-sources.ts";

type Place = readonly string[];

/** Reports overlays that belong to no layer, or change more than their layer may change. */
export function checkLayers(
  files: readonly DefinitionFile[],
  front: DefinitionFile,
  definition: FlowDefinition,
  base: JsonObject,
): DefinitionProblem[] {
  return [
    ...checkLists(front, definition, base),
    ...files
      .filter(({ kind }) => kind === "overlay")
      .flatMap((file) => checkOverlay(file, definition)),
  ];
}

/**
 * Reports places in `changes` of flow.yaml that do not exist, and a list that opens the flow's own
 * parts to an untrusted axis.
 */
function checkLists(
  { document }: DefinitionFile,
  definition: FlowDefinition,
  base: JsonObject,
): DefinitionProblem[] {
  return layersOf(definition).flatMap((layer) =>
    (listedChanges(definition, layer) ?? []).flatMap((listed, index): DefinitionProblem[] => {
      const at = {
        severity: "error",
        file: document.path,
        ...document.locate(`/${changesPlace(layer).join("/")}/${index}`),
      } as const;
      const unknown = unknownIn(base, listed.split("."));
      if (unknown !== undefined)
        return [
          { code: "FLOW-LAYER", message: `There is no ${unknown.name}`, ...at, ...unknown.more },
        ];
      return !isUntrusted(definition, layer) || withinReach(listed.split("."))
        ? []
        : [
            {
              code: "FLOW-LAYER",
              message: `${listed} cannot be opened to an untrusted axis: it is the flow's own`,
              suggestion: `places within ${UNTRUSTED_REACH.join(", ")}, without ${ORIGIN_SETTINGS.join(", ")}`,
              ...at,
            },
          ];
    }),
  );
}

function unknownIn(
  base: JsonObject,
  place: Place,
): { readonly name: string; readonly more: { readonly suggestion?: string } } | undefined {
  let reached: readonly Json[] = [base];
  // Further down the base may say nothing of what it opens, such as the blocks of a screen that has
  // none.
  const levels = OVERLAY_PARTS.flatMap((part) => (part === place[0] ? [KNOWN_LEVELS[part]] : []));
  for (const [depth, segment] of place.slice(0, 1 + (levels[0] ?? 0)).entries()) {
    const objects = reached.filter((each): each is JsonObject => isObject(each));
    const next = objects.flatMap((each) =>
      segment === "*"
        ? Object.values(each)
        : Object.hasOwn(each, segment)
          ? [each[segment] ?? null]
          : [],
    );
    if (next.length === 0) {
      // A part that the base leaves empty may be filled by overlays.
      if (depth > 0 && objects.every((each) => Object.keys(each).length === 0)) return undefined;
      const meant = closest(
        segment,
        objects.flatMap((each) => Object.keys(each)),
      );
      const before = place.slice(0, depth);
      return {
        name: `"${[...before, segment].join(".")}" in the flow`,
        more: meant === undefined ? {} : { suggestion: [...before, meant].join(".") },
      };
    }
    reached = next;
  }
  return undefined;
}

function checkOverlay(file: DefinitionFile, definition: FlowDefinition): DefinitionProblem[] {
  const [folder = "", name = ""] = file.prefix ?? [];
  const content = contentOf(file);
  const layers = layersOf(definition);
  const layer = layers.find((each) => each === folder);
  const at = (pointer: string) =>
    ({ severity: "error", file: file.document.path, ...file.document.locate(pointer) }) as const;
  if (layer === undefined)
    return [
      {
        code: "FLOW-OVERLAY-NAME",
        message: `There is no layer "${folder}": nothing lays this overlay`,
        suggestion: closest(folder, layers) ?? `one of ${layers.join(", ")}`,
        ...at("/overlay"),
      },
    ];
  const named: DefinitionProblem[] = [];
  for (const [member, expected] of [
    ["overlay", layer],
    ["name", name],
  ] as const)
    if (content[member] !== expected)
      named.push({
        code: "FLOW-OVERLAY-NAME",
        message: `The overlay says ${member}: ${String(content[member])}, and its path says ${expected}; the path decides`,
        suggestion: expected,
        ...at(`/${member}`),
      });
  const names = namesOf(layer, definition);
  if (names !== undefined && !names.includes(name))
    named.push({
      code: "FLOW-OVERLAY-NAME",
      message: `There is no ${layer} "${name}": nothing lays this overlay`,
      suggestion: closest(name, names) ?? `one of ${names.join(", ")}`,
      ...at("/name"),
    });
  const mayChange = rightsOf(layer, definition);
  const refused = OVERLAY_PARTS.flatMap((part) =>
    content[part] === undefined ? [] : closed(content[part], [part], mayChange),
  );
  return [
    ...named,
    ...refused.map((place): DefinitionProblem => ({
      code: "FLOW-LAYER",
      message: `${article(layer) === "an" ? "An" : "A"} ${layer} may not change ${place.join(".")}`,
      suggestion: whoMay(place, layer, definition),
      ...at(`/${place.map((each) => escapeSegment(each)).join("/")}`),
    })),
    ...(isUntrusted(definition, layer) ? linksInMails(content["copy"] ?? null) : []).map(
      ({ place, found }): DefinitionProblem => ({
        code: "FLOW-LAYER",
        message: `A mail of ${article(layer)} ${layer} may not name the address ${found}: it would lead people elsewhere under the brand's name`,
        suggestion: "{link}, which leads to the application",
        ...at(`/${["copy", ...place].map((each) => escapeSegment(each)).join("/")}`),
      }),
    ),
  ];
}

function article(layer: string): string {
  return /^[aeiou]/i.test(layer) ? "an" : "a";
}

/** A host, of which mail programs make a link. */
const HOST = /[\p{L}\p{M}\p{N}]\.\p{L}{2}/u;

/** The first word of a text that mail programs make a link of; mail addresses aside. */
function addressIn(text: string): string | undefined {
  return text
    .split(/\s+/)
    .find((word) => word.includes("://") || (HOST.test(word) && !word.includes("@")));
}

/** Addresses in the mails of an overlay's copy, with their places below `copy`. */
function linksInMails(copy: Json): readonly { readonly place: Place; readonly found: string }[] {
  return Object.entries(asObject(copy)).flatMap(([locale, texts]) =>
    textsIn(asObject(texts)["mail"] ?? null, [locale, "mail"]).flatMap(({ place, text }) => {
      const found = addressIn(text);
      return found === undefined ? [] : [{ place, found }];
    }),
  );
}

function textsIn(value: Json, place: Place): readonly { place: Place; text: string }[] {
  if (typeof value === "string") return [{ place, text: value }];
  return Object.entries(asObject(value)).flatMap(([name, inner]) =>
    textsIn(inner, [...place, name]),
  );
}

/** Names that a layer can have; undefined where they may be any. */
function namesOf(layer: string, { axes = {} }: FlowDefinition): readonly string[] | undefined {
  if (layer === ENVIRONMENT_LAYER) return ENVIRONMENTS;
  const { path, values = {} } = axes[layer] ?? {};
  return path === undefined ? Object.keys(values) : undefined;
}

/** Whether a place is open to a layer: wholly, in something further down, or not. */
type Rights = (place: Place) => "open" | "below" | "closed";

function rightsOf(layer: string, definition: FlowDefinition): Rights {
  const open = changesOf(definition, layer)
    .map((listed) => listed.split("."))
    .filter((listed) => !isUntrusted(definition, layer) || withinReach(listed));
  return (place) => {
    // A name that an overlay has is that name, also where it is an asterisk.
    const concrete = place.map((segment) => (segment === "*" ? "**" : segment));
    const listed = open.some(
      (each) => covers(each, concrete) && (!isOrigin(place) || isOrigin(each)),
    );
    // The configuration as a whole is open and some of its settings are not.
    if (listed && !(place.length === 1 && place[0] === "config")) return "open";
    return listed || open.some((each) => place.length < each.length && covers(concrete, each))
      ? "below"
      : "closed";
  };
}

/** Whether a place lies within what an untrusted axis can ever be given. */
function withinReach(place: Place): boolean {
  return (
    !isOrigin(place) &&
    UNTRUSTED_REACH.some((reach) => covers(reach.split("."), place)) &&
    // A wildcard would reach the origins, too.
    !(place[0] === "config" && place[1] === "*")
  );
}

function isOrigin([part, name]: Place): boolean {
  return part === "config" && ORIGIN_SETTINGS.some((each) => each === name);
}

/** Whether one place is the other, or lies around it. */
function covers(around: Place, place: Place): boolean {
  return (
    around.length <= place.length &&
    around.every((segment, at) => segment === "*" || place[at] === "*" || segment === place[at])
  );
}

/** The uppermost places of an overlay that its layer may not change. */
function closed(value: Json, place: Place, rights: Rights): readonly Place[] {
  switch (rights(place)) {
    case "open":
      return [];
    case "closed":
      return [place];
    case "below":
      return isObject(value)
        ? Object.entries(value).flatMap(([name, inner]) => closed(inner, [...place, name], rights))
        : [place];
  }
}

function whoMay(place: Place, layer: string, definition: FlowDefinition): string {
  const others = layersOf(definition).filter(
    (each) => each !== layer && rightsOf(each, definition)(place) === "open",
  );
  const who =
    others.length === 0 ? "the base" : `the base, or an overlay of a layer ${others.join(", ")}`;
  return isUntrusted(definition, layer) && !withinReach(place)
    ? `${who} changes it`
    : `${who} changes it; or list it in flow.yaml under ${changesPlace(layer).join(".")}`;
}
