import { asList, asObject, isObject, type Json, type JsonObject } from "../../language/json.ts";
import type { DefinitionTree } from "../definition-tree.ts";
import { IdentityCache } from "../identity-cache.ts";
import { layOverlay } from "../lay-overlay.ts";
import { allOf, anyOf } from "./join-rules.ts";
import type { ShellWords } from "../../copy/shell-words.ts";
import { listWords } from "./list-words.ts";
import { LoweredPlaces } from "./lowered-places.ts";
import { readList, type AskingList } from "./read-list.ts";

/** A tree with its lists lowered, and the places of their parts. */
export interface ListedTree extends DefinitionTree {
  readonly lists: LoweredPlaces;
}

interface Made {
  readonly parts: JsonObject;
  readonly lists: readonly AskingList[];
  readonly places: LoweredPlaces;
}

/**
 * Lowers lists with `list.entry`: adds the screens of an entry, the actions add, change and remove,
 * the question "Add another?", and the limits. Authors change the generated parts in the files of
 * these screens. Variants with the same parts get the same objects.
 */
export class ListLowering {
  private readonly made = new IdentityCache<Made>();
  private readonly copies = new IdentityCache<Json>();

  /** @param words the renderer's own copy, by locale */
  constructor(readonly words: ShellWords) {}

  /** Begins another compilation. */
  next(): void {
    this.made.next();
    this.copies.next();
  }

  lower(layered: DefinitionTree): ListedTree {
    const { tree } = layered;
    const made = this.made.get([tree["screens"], tree["forms"], tree["flow"], tree["state"]], () =>
      makeLists(tree),
    );
    if (made.lists.length === 0) return { ...layered, lists: made.places };
    const copy = this.copies.get([tree["copy"], made], () => this.withWords(tree, made));
    return { ...layered, tree: { ...tree, ...made.parts, copy }, lists: made.places };
  }

  private withWords(tree: JsonObject, made: Made): Json {
    return made.lists.reduce(
      (laid, { id, entry }) =>
        listWords(laid, this.words, {
          list: copyKey(made, id),
          entries: [copyKey(made, entry), copyKey(made, newOf(entry))],
        }),
      asObject(tree["copy"]),
    );
  }
}

function copyKey({ parts }: Made, id: string): string {
  return keyOf(id, asObject(asObject(parts["screens"])[id]));
}

/** The id of the screen that adds an entry. */
function newOf(entry: string): string {
  return `${entry}-new`;
}

function makeLists(tree: JsonObject): Made {
  const places = new LoweredPlaces();
  const screens: Record<string, Json> = { ...asObject(tree["screens"]) };
  const forms: Record<string, Json> = { ...asObject(tree["forms"]) };
  const flow = asObject(tree["flow"]);
  const ids: Record<string, Json> = { ...asObject(flow["ids"]) };
  const lists = Object.keys(screens).flatMap((id) => readList(tree, id, places) ?? []);
  for (const list of lists) {
    const question = `${list.id}-another`;
    const written = `/screens/${list.id}/list/entry`;
    const entryKey = keyOf(list.entry, asObject(screens[list.entry]));
    screens[list.id] = laid(listScreen(list, question), withoutSubmit(list.screen, places, list));
    for (const id of [list.entry, newOf(list.entry)]) {
      const at = `/screens/${id}`;
      if (screens[id] === undefined) places.putGenerated(at, written);
      screens[id] = laid(entryScreen(list, id, entryKey), asObject(screens[id]));
    }
    for (const part of MADE_PARTS)
      if (!says(list.screen, part) && says(asObject(screens[list.id]), part))
        places.putGenerated(["/screens", list.id, ...part].join("/"), written);
    forms[question] = questionForm(list);
    places.putGenerated(`/forms/${question}`, written);
    const form = String(asObject(screens[list.entry])["form"]);
    if (isObject(forms[form])) {
      const rules = forms[form]["x-rules"];
      const room = `/forms/${form}/x-rules/${Array.isArray(rules) ? rules.length : 0}`;
      places.putGenerated(room, `/screens/${list.id}/list/max`);
      forms[form] = withRoom(forms[form], list, entryKey);
    }
    ids[list.param] ??= "";
  }
  return { parts: { screens, forms, flow: { ...flow, ids } }, lists, places };
}

/** Parts of a list's screen that are generated where its author leaves them out. */
const MADE_PARTS = [
  ["form"],
  ["done"],
  ["actions", "add"],
  ["actions", "submit"],
  ["actions", "submit", "then"],
  ["list", "actions", "change"],
  ["list", "actions", "remove"],
] as const;

function says(screen: JsonObject, part: readonly string[]): boolean {
  return part.reduce<Json | undefined>((at, name) => asObject(at)[name], screen) !== undefined;
}

/** Copy key of a screen. */
function keyOf(id: string, { copy }: JsonObject): string {
  return typeof copy === "string" ? copy : `screens.${id}`;
}

function countOf({ of }: AskingList): Json {
  return { length: [{ var: of }] };
}

/** The list's screen, without the continuation of `submit`. */
function listScreen(list: AskingList, question: string): JsonObject {
  const { id, of, entry, param, min, answered } = list;
  const key = keyOf(id, list.screen);
  return {
    form: question,
    done: allOf([
      { ">=": [countOf(list), min] },
      ...(answered === undefined ? [] : [{ "!!": { var: answered } }]),
    ]),
    list: {
      actions: {
        change: {
          style: "secondary",
          form: false,
          then: [{ id: "form", to: entry, params: { [param]: { var: "item.id" } } }],
        },
        remove: {
          style: "danger",
          form: false,
          confirm: true,
          then: [
            {
              id: "removed",
              set: { [`${of}.[{item.id}]`]: null },
              stay: { notice: `${key}.removed`, tone: "success" },
            },
          ],
        },
      },
    },
    actions: {
      // A list that needs no entries asks for another one before `submit` only.
      ...(min === 0
        ? {}
        : {
            add: {
              style: "primary",
              when: { "<": [countOf(list), min] },
              form: false,
              to: newOf(entry),
            },
          }),
      submit: {
        style: "primary",
        when: { ">=": [countOf(list), min] },
        then: submitRows(list),
      },
    },
  };
}

/** The rows after `submit`: to a new entry, or as the author's `submit` decides. */
function submitRows({ screen, entry, answered }: AskingList): Json {
  const { to, then, call, with: given } = asObject(asObject(screen["actions"])["submit"]);
  const onward: JsonObject =
    call !== undefined
      ? { call, ...(given === undefined ? {} : { with: given }), then: then ?? [] }
      : typeof then === "string"
        ? { table: then }
        : then !== undefined
          ? { then }
          : { to: to ?? "next" };
  const yes = (field: string): Json => ({ "===": [{ var: `form.${field}` }, "yes"] });
  return [
    { id: "another", when: anyOf([yes("any"), yes("another")]), to: newOf(entry) },
    { id: "complete", ...(answered === undefined ? {} : { set: { [answered]: true } }), ...onward },
  ];
}

/** The author's part of a list's screen, without the parts of `submit` that its rows have. */
function withoutSubmit(screen: JsonObject, places: LoweredPlaces, { id }: AskingList): JsonObject {
  const actions = asObject(screen["actions"]);
  if (!isObject(actions["submit"])) return screen;
  const { to: _to, then: _then, call: _call, with: _with, ...submit } = actions["submit"];
  const at = `/screens/${id}/actions/submit`;
  for (const part of ["to", "then", "call", "with"])
    places.put(`${at}/then/1/${part}`, `${at}/${part}`);
  places.put(`${at}/then/1/table`, `${at}/then`);
  return { ...screen, actions: { ...actions, submit } };
}

/** The question before `submit`; no question where no entry may be added, or one must be. */
function questionForm(list: AskingList): JsonObject {
  const { screen, id, min, max } = list;
  const key = keyOf(id, screen);
  const count = countOf(list);
  const question = (when: Json): JsonObject => ({
    type: "string",
    enum: ["yes", "no"],
    "x-widget": "radio",
    "x-transient": true,
    "x-when": when,
    errorMessage: { "*": `${key}.required` },
  });
  const none: Json = { "===": [count, 0] };
  return {
    type: "object",
    required: ["any", "another"],
    "x-order": ["any", "another"],
    properties: {
      any: question({ and: [none, { "===": [min, 0] }] }),
      another: question({
        and: [{ ">": [count, 0] }, { ">=": [count, min] }, { "<": [count, max] }],
      }),
    },
  };
}

/** The screen of an entry, or of a new one. */
function entryScreen(list: AskingList, id: string, entryKey: string): JsonObject {
  const { of, entry, param, path, max } = list;
  const isNew = id !== entry;
  const full: Json = { ">=": [countOf(list), max] };
  return {
    screen: id,
    path: `${path === "/" ? "" : path}/${isNew ? "new" : `{${param}}`}`,
    kind: "form",
    form: entry,
    ...(isNew ? { copy: entryKey } : {}),
    entryOf: list.id,
    binds: `${of}.[{${isNew ? "ids" : "params"}.${param}}]`,
    blocks: [
      ...(isNew ? [] : [{ id: "gone", kind: "notice", tone: "warning", when: isGone(list) }]),
      {
        id: "full",
        kind: "notice",
        tone: "warning",
        when: isNew ? full : allOf([isGone(list), full]),
      },
    ],
    actions: {
      back: { style: "back", form: false, to: list.id },
      submit: {
        then: [
          {
            id: "saved",
            notify: { copy: `${keyOf(list.id, list.screen)}.saved`, tone: "success" },
            to: list.id,
          },
        ],
      },
    },
  };
}

/** Whether the page's entry is gone: it was removed while the page was open. */
function isGone({ of, param }: AskingList): Json {
  return {
    "!": { some: [{ var: of }, { "===": [{ var: "id" }, { fact: `params.${param}` }] }] },
  };
}

/** The form of an entry, which refuses an entry above the limit. */
function withRoom(form: JsonObject, list: AskingList, entryKey: string): JsonObject {
  const { entry, max } = list;
  const order = asList(form["x-order"]).map(String);
  const properties = asObject(form["properties"]);
  const field =
    order.find((name) => isObject(properties[name]) && properties[name]["x-when"] === undefined) ??
    order[0];
  if (field === undefined) return form;
  const at = (id: string): Json => ({ "===": [{ var: "screen" }, id] });
  const room = {
    id: "room",
    when: allOf([
      { ">=": [countOf(list), max] },
      anyOf([at(newOf(entry)), allOf([at(entry), isGone(list)])]),
    ]),
    field,
    message: `${entryKey}.blocks.full`,
  };
  const rules = asList(form["x-rules"]);
  return { ...form, "x-rules": [...rules, room] };
}

/**
 * Generated parts with the author's laid over them. An action with the author's own destination
 * stays the author's.
 */
function laid(made: JsonObject, written: JsonObject): JsonObject {
  const inList = asObject(written["list"])["actions"];
  const list = asObject(made["list"]);
  return asObject(
    layOverlay(
      {
        ...made,
        actions: yielding(asObject(made["actions"]), asObject(written["actions"])),
        ...(made["list"] === undefined
          ? {}
          : { list: { ...list, actions: yielding(asObject(list["actions"]), asObject(inList)) } }),
      },
      written,
    ) ?? null,
  );
}

function yielding(made: JsonObject, written: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(made).map(([name, action]) => {
      const own = asObject(written[name]);
      if (!["to", "then", "call"].some((word) => own[word] !== undefined)) return [name, action];
      const { to: _to, then: _then, ...rest } = asObject(action);
      return [name, rest];
    }),
  );
}
