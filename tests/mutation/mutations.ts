import {
  isMap,
  isPair,
  isScalar,
  isSeq,
  parseDocument,
  visit,
  type Document,
  type Node,
  type Pair,
  type YAMLMap,
  type YAMLSeq,
} from "yaml";
import type { Sources } from "../../engine/language/sources.ts";

/** One way in which somebody could break a flow while editing it. */
export interface Mutation {
  readonly kind: string;
  /** File and place, for people. */
  readonly name: string;
  /** Files as they are after the edit; undefined: the file is gone. */
  readonly changed: ReadonlyMap<string, string | undefined>;
}

type Kind = (flow: Definitions) => Iterable<Omit<Mutation, "kind">>;

/** The files of one flow, parsed anew for each edit, so that one never sees another. */
class Definitions {
  constructor(
    readonly flow: string,
    private readonly sources: Sources,
  ) {}

  /** Paths in a folder of the flow: `screens`, `content:en-US`, `schemas:forms`. */
  paths(folder: string): readonly string[] {
    const [top, below] = folder.includes(":") ? folder.split(":") : ["flows", folder];
    return [...this.sources.keys()]
      .filter((path) => path.startsWith(`${top}/${this.flow}/${below}`) && path.endsWith(".yaml"))
      .toSorted();
  }

  text(path: string): string {
    return this.sources.get(path) ?? "";
  }

  /** One edit for each place of a file that `find` names; `edit` is done on a fresh document. */
  *edits<T>(
    folder: string,
    find: (document: Document.Parsed) => readonly T[],
    edit: (document: Document.Parsed, at: number, found: T) => string | undefined,
  ): Iterable<Omit<Mutation, "kind">> {
    for (const path of this.paths(folder)) {
      const count = find(parseDocument(this.text(path))).length;
      for (let at = 0; at < count; at++) {
        const document = parseDocument(this.text(path));
        const found = find(document)[at];
        const says = found === undefined ? undefined : edit(document, at, found);
        if (says === undefined) continue;
        const text = document.toString({ lineWidth: 0 });
        yield { name: `${path}: ${says}`, changed: new Map([[path, text]]) };
      }
    }
  }
}

type Entry = Pair<Node, Node>;

/** Every entry of a map anywhere in a document whose key is one of these. */
const entriesOf =
  (...keys: readonly string[]) =>
  (document: Document.Parsed): readonly Entry[] => {
    const found: Entry[] = [];
    visit(document, {
      Pair: (_, pair) =>
        void (
          isScalar(pair.key) &&
          keys.includes(String(pair.key.value)) &&
          found.push(pair as Entry)
        ),
    });
    return found;
  };

const rowsOf = (document: Document.Parsed): YAMLSeq<YAMLMap> | undefined => {
  const rows = document.get("rows");
  return isSeq(rows) ? (rows as YAMLSeq<YAMLMap>) : undefined;
};

/** Swaps two letters in the middle: the commonest slip. */
function misspelt(name: string): string {
  const at = Math.max(1, Math.floor(name.length / 2));
  const swapped =
    name.slice(0, at - 1) + name.charAt(at) + name.charAt(at - 1) + name.slice(at + 1);
  return swapped === name || name.length < 3 ? `${name}x` : swapped;
}

/** Misspells the text values of some keys. */
const misspell =
  (folder: string, keys: readonly string[], only: (value: string) => boolean = () => true): Kind =>
  (flow) =>
    flow.edits(
      folder,
      (document) =>
        entriesOf(...keys)(document).filter(
          ({ value }) => isScalar(value) && typeof value.value === "string" && only(value.value),
        ),
      (_, __, { key, value }) => {
        if (!isScalar(value)) return undefined;
        const before = String(value.value);
        value.value = misspelt(before);
        return `${String((key as { value?: unknown }).value)}: ${before} → ${String(value.value)}`;
      },
    );

/** Takes an entry out of whatever map it stands in. */
const drop =
  (folder: string, keys: readonly string[]): Kind =>
  (flow) =>
    flow.edits(folder, entriesOf(...keys), (document, _, target) => {
      visit(document, {
        Map: (__, map) =>
          void (
            map.items.includes(target as never) &&
            map.items.splice(map.items.indexOf(target as never), 1)
          ),
      });
      return `without ${String((target.key as { value?: unknown }).value)}`;
    });

/** Texts of a copy file. */
const textsOf = (document: Document.Parsed): readonly Entry[] => {
  const found: Entry[] = [];
  visit(document, {
    Pair: (_, pair) =>
      void (
        isScalar(pair.value) &&
        typeof pair.value.value === "string" &&
        found.push(pair as Entry)
      ),
  });
  return found;
};
const dropText =
  (locale: string): Kind =>
  (flow) =>
    flow.edits(`content:${locale}/screens`, textsOf, (document, _, target) => {
      visit(document, {
        Map: (__, map) =>
          void (
            map.items.includes(target as never) &&
            map.items.splice(map.items.indexOf(target as never), 1)
          ),
      });
      return `without the text ${String((target.key as { value?: unknown }).value)}`;
    });

/** Comparisons `{ "===": [{ var }, constant] }` of a file. */
const comparisonsOf = (document: Document.Parsed): readonly YAMLSeq[] => {
  const found: YAMLSeq[] = [];
  visit(document, {
    Pair: (_, pair) => {
      if (
        !isScalar(pair.key) ||
        !["===", "!=="].includes(String(pair.key.value)) ||
        !isSeq(pair.value)
      )
        return;
      const [left, right] = pair.value.items;
      if (
        isMap(left) &&
        left.has("var") &&
        !/^(form|answer|item|parameter|query|params|with|status|role)\b/.test(
          String(left.get("var")),
        ) &&
        isScalar(right) &&
        right.value !== null
      )
        found.push(pair.value);
    },
  });
  return found;
};

/** Every kind of slip, by name. */
export const KINDS: Readonly<Record<string, Kind>> = {
  "renamed screen": (flow) =>
    flow.edits("screens/", entriesOf("screen"), (_, __, { value }) =>
      isScalar(value)
        ? ((value.value = `${String(value.value)}-new`), String(value.value))
        : undefined,
    ),
  "misspelt screen": misspell(
    "transitions/",
    ["to"],
    (name) => name !== "next" && name !== "previous",
  ),
  "misspelt table": misspell("screens/", ["then"]),
  "misspelt guard": misspell("screens/", ["guard"]),
  "misspelt value": misspell("transitions/", ["value"]),
  "misspelt path": misspell(
    "guards.yaml",
    ["var"],
    (path) =>
      /^[a-zA-Z]+\.[a-zA-Z]{3,}/.test(path) &&
      !/^(form|answer|item|parameter|query|params|actor|visitor)\./.test(path),
  ),
  "misspelt flag": misspell("guards.yaml", ["var"], (path) => path.startsWith("flags.")),
  "unknown call": misspell("screens/", ["call"]),
  "unknown form": misspell("screens/", ["form"]),
  "unknown action in poll or load": misspell("screens/", ["load", "action"]),
  "unknown service": misspell("calls/", ["service"]),
  "unknown format": misspell("schemas:forms/", ["format"]),
  "unknown check": misspell("schemas:formats", ["check"]),
  "unknown widget": misspell("schemas:forms/", ["x-widget"]),
  "unknown kind of screen": misspell("screens/", ["kind"]),
  "unknown role": (flow) =>
    flow.edits("roles.yaml", entriesOf("screens"), (_, __, { value }) => {
      const first = isMap(value)
        ? value.items.find(({ key }) => isScalar(key) && !String(key.value).includes("*"))
        : undefined;
      if (first === undefined || !isScalar(first.key)) return undefined;
      first.key.value = misspelt(String(first.key.value));
      return `screens.${String(first.key.value)}`;
    }),
  "role that a rule asks for": (flow) =>
    flow.edits(
      "",
      (document) => {
        const found: { value: unknown }[] = [];
        visit(document, {
          Seq: (_, seq) => {
            const [left, right] = seq.items;
            if (
              isMap(left) &&
              left.get("var") === "role" &&
              isScalar(right) &&
              typeof right.value === "string"
            )
              found.push(right);
          },
        });
        return found;
      },
      (_, __, role) => `role ${String((role.value = misspelt(String(role.value))))}`,
    ),
  "unknown operator": (flow) =>
    flow.edits(
      "guards.yaml",
      entriesOf("and", "or", "!", "!!", "in", "missing"),
      (_, __, { key }) => {
        if (!isScalar(key)) return undefined;
        const before = String(key.value);
        key.value = `${before}${before.slice(-1)}`;
        return `${before} → ${String(key.value)}`;
      },
    ),
  "two operators in one rule": (flow) =>
    flow.edits("guards.yaml", entriesOf("rule"), (document, _, { value }) =>
      isMap(value)
        ? (value.items.push(document.createPair("xor", true) as never), "a second operator")
        : undefined,
    ),
  "rule that uses itself": (flow) =>
    flow.edits(
      "guards.yaml",
      (document) =>
        isMap(document.get("guards")) ? (document.get("guards") as YAMLMap).items : [],
      (document, at) => {
        const guards = document.get("guards") as YAMLMap;
        const entry = guards.items[at];
        if (entry === undefined || !isScalar(entry.key) || !isMap(entry.value)) return undefined;
        entry.value.set(
          "rule",
          document.createNode({ and: [{ guard: String(entry.key.value) }, true] }),
        );
        return String(entry.key.value);
      },
    ),
  "constant that the state does not have": (flow) =>
    flow.edits(
      "",
      (document) =>
        comparisonsOf(document).filter(
          (seq) => typeof (seq.items[1] as { value?: unknown }).value === "string",
        ),
      (_, __, seq) => {
        const constant = seq.items[1];
        return isScalar(constant) && constant.value !== ""
          ? `${String(constant.value)} → ${String((constant.value = misspelt(String(constant.value))))}`
          : undefined;
      },
    ),
  "number in the place of a text": (flow) =>
    flow.edits(
      "",
      (document) =>
        comparisonsOf(document).filter(
          (seq) => typeof (seq.items[1] as { value?: unknown }).value === "string",
        ),
      (document, _, seq) => ((seq.items[1] = document.createNode(7)), "compares with 7"),
    ),
  "misspelt state change": (flow) =>
    flow.edits("", entriesOf("set"), (_, __, { value }) => {
      const first = isMap(value) ? value.items[0] : undefined;
      if (first === undefined || !isScalar(first.key)) return undefined;
      first.key.value = misspelt(String(first.key.value));
      return `set ${String(first.key.value)}`;
    }),
  "state change of another type": (flow) =>
    flow.edits(
      "",
      (document) =>
        entriesOf("set")(document).flatMap(({ value }) =>
          isMap(value)
            ? value.items.filter(
                (item) => isScalar(item.value) && typeof item.value.value === "boolean",
              )
            : [],
        ),
      (document, _, pair) => (
        (pair.value = document.createNode("perhaps")),
        `set ${String((pair.key as { value?: unknown }).value)} to a text`
      ),
    ),
  "dropped row": (flow) =>
    flow.edits(
      "transitions/",
      (document) => rowsOf(document)?.items ?? [],
      (document, at) => {
        const rows = rowsOf(document);
        if (rows === undefined || rows.items.length < 2) return undefined;
        const [gone] = rows.items.splice(at, 1);
        return `without the row ${String(gone?.get("id"))}`;
      },
    ),
  "swapped rows": (flow) =>
    flow.edits(
      "transitions/",
      (document) => rowsOf(document)?.items.slice(1) ?? [],
      (document, at) => {
        const items = rowsOf(document)?.items ?? [];
        const [a, b] = [items[at], items[at + 1]];
        if (a === undefined || b === undefined) return undefined;
        items[at] = b;
        items[at + 1] = a;
        return `${String(b.get("id"))} before ${String(a.get("id"))}`;
      },
    ),
  "removed default row": (flow) =>
    flow.edits(
      "transitions/",
      (document) =>
        rowsOf(document)?.items.at(-1)?.has("when") === false &&
        (rowsOf(document)?.items.length ?? 0) > 1
          ? [true]
          : [],
      (document) => {
        const gone = rowsOf(document)?.items.pop();
        return `without the last row ${String(gone?.get("id"))}`;
      },
    ),
  "unreachable row": (flow) =>
    flow.edits(
      "transitions/",
      (document) => (rowsOf(document)?.items.at(-1)?.has("when") === false ? [true] : []),
      (document) => {
        rowsOf(document)?.add(
          document.createNode({ id: "never", stay: true }) as unknown as YAMLMap,
        );
        return "a row behind the last";
      },
    ),
  "duplicate row id": (flow) =>
    flow.edits(
      "transitions/",
      (document) => rowsOf(document)?.items.slice(1) ?? [],
      (document, at) => {
        const items = rowsOf(document)?.items ?? [];
        items[at + 1]?.set("id", items[at]?.get("id"));
        return `two rows ${String(items[at]?.get("id"))}`;
      },
    ),
  "loop without exit": (flow) =>
    flow.edits(
      "transitions/",
      (document) => (rowsOf(document)?.items ?? []).filter((row) => !row.has("when")),
      (document, _, row) => {
        for (const key of ["to", "leave", "stay", "call", "then"]) row.delete(key);
        row.set("table", document.get("table"));
        return `${String(row.get("id"))} hands over to its own table`;
      },
    ),
  "condition turned round": (flow) =>
    flow.edits("transitions/", entriesOf("when"), (document, _, pair) => {
      const wrapped = document.createNode({ "!": null }) as YAMLMap;
      wrapped.set("!", pair.value);
      pair.value = wrapped as never;
      return "when is turned round";
    }),
  "row that leads elsewhere": (flow) =>
    flow.edits("transitions/", entriesOf("to"), (_, __, { value }) => {
      if (!isScalar(value)) return undefined;
      const screens = flow.paths("screens/").map((path) => path.replace(/^.*\/|\.yaml$/g, ""));
      const other = screens.find((screen) => screen !== value.value && screen !== "lost");
      return `to ${String(value.value)} → ${String((value.value = other ?? ""))}`;
    }),
  "repeated key": (flow) =>
    flow.paths("screens/").map((path) => ({
      name: `${path}: kind twice`,
      changed: new Map([[path, `${flow.text(path)}\nkind: form\n`]]),
    })),
  "unknown member": (flow) =>
    flow.edits("screens/", entriesOf("actions", "blocks", "allow"), (_, __, { key }) =>
      isScalar(key) ? ((key.value = misspelt(String(key.value))), String(key.value)) : undefined,
    ),
  "screen without actions": drop("screens/", ["actions"]),
  "form that nobody sends": (flow) =>
    flow.edits(
      "screens/",
      (document) =>
        document.has("form") && document.getIn(["actions", "submit"]) !== undefined ? [true] : [],
      (document) => {
        document.deleteIn(["actions", "submit"]);
        return "without submit";
      },
    ),
  "missing text": dropText("en-US"),
  "text that is not translated": dropText("fr-CA"),
  "missing file of texts": (flow) =>
    flow
      .paths("content:fr-CA/")
      .map((path) => ({ name: `${path} is gone`, changed: new Map([[path, undefined]]) })),
  "wrong place in a text": (flow) =>
    flow.edits(
      "content:fr-CA/",
      (document) =>
        textsOf(document).filter(({ value }) =>
          /\{(?!count|format)\w+/.test(String((value as { value?: unknown }).value)),
        ),
      (_, __, { value }) => {
        if (!isScalar(value)) return undefined;
        value.value = String(value.value).replace(
          /\{(?!count|format)(\w+)/,
          (___, name: string) => `{${misspelt(name)}`,
        );
        return String(value.value).slice(0, 60);
      },
    ),
  "missing message": (flow) =>
    flow.edits("schemas:forms/", entriesOf("errorMessage"), (_, __, { value }) => {
      const first = isMap(value) ? value.items[0] : undefined;
      return first !== undefined && isScalar(first.value)
        ? `message ${String((first.value.value = misspelt(String(first.value.value))))}`
        : undefined;
    }),
  "field without a place on the screen": (flow) =>
    flow.edits(
      "schemas:forms/",
      (document) => (isSeq(document.get("x-order")) ? [document.get("x-order") as YAMLSeq] : []),
      (_, __, order) => (order.items.pop(), "x-order is one short"),
    ),
  "field without a place in the state": (flow) =>
    flow.edits(
      "schemas:state",
      (document) => propertiesOf(document),
      (_, __, { key }) =>
        isScalar(key) ? ((key.value = misspelt(String(key.value))), String(key.value)) : undefined,
    ),
  "choice that the state does not take": (flow) =>
    flow.edits("schemas:state", entriesOf("enum"), (_, __, { value }) => {
      const first = isSeq(value) ? value.items[0] : undefined;
      return isScalar(first)
        ? `${String(first.value)} → ${String((first.value = misspelt(String(first.value))))}`
        : undefined;
    }),
  "personal value left open": (flow) =>
    flow.edits(
      "schemas:forms/",
      (document) => entriesOf("x-pii")(document),
      (document, _, target) => {
        visit(document, {
          Map: (__, map) =>
            void (
              map.items.includes(target as never) &&
              map.items.splice(map.items.indexOf(target as never), 1)
            ),
        });
        return "without x-pii";
      },
    ),
  "field without autocomplete": (flow) =>
    flow.edits(
      "schemas:forms/",
      textFieldsOf,
      (_, __, field) => (field.delete("x-autocomplete"), "without x-autocomplete"),
    ),
  "runaway pattern": (flow) =>
    flow.edits("schemas:formats", entriesOf("checks"), (document, _, { value }) =>
      isSeq(value)
        ? (value.add(
            document.createNode({ check: "pattern", code: "x", pattern: "^(\\w+\\s?)*$" }),
          ),
          "a pattern that runs away")
        : undefined,
    ),
  "dead override": (flow) =>
    flow.edits(
      "overlays/",
      (document) =>
        entriesOf(
          "config",
          "theme",
          "forms",
          "copy",
          "flags",
        )(document).filter(({ value }) => isMap(value)),
      (_, __, { value }) => {
        const first = isMap(value) ? value.items[0] : undefined;
        return first !== undefined && isScalar(first.key)
          ? `override of ${String((first.key.value = misspelt(String(first.key.value))))}`
          : undefined;
      },
    ),
  "setting that is renamed": (flow) =>
    flow.edits(
      "config/",
      (document) => (isMap(document.contents) ? (document.contents.items as Entry[]) : []),
      (_, __, { key }) =>
        isScalar(key) ? ((key.value = misspelt(String(key.value))), String(key.value)) : undefined,
    ),
  "dropped outcome": (flow) =>
    flow.edits(
      "calls/",
      (document) => entriesOf("outcomes")(document).filter(({ value }) => isSeq(value)),
      (_, __, { value }) => {
        if (!isSeq(value) || value.items.length < 2) return undefined;
        const [gone] = value.items.splice(0, 1);
        return `without ${isMap(gone) ? String(gone.get("outcome")) : ""}`;
      },
    ),
  "misspelt outcome": misspell(
    "calls/",
    ["outcome"],
    (name) => name !== "success" && name !== "failed",
  ),
  "two screens at one path": (flow) => {
    const [first, ...others] = flow
      .paths("screens/")
      .map((path) => ({ path, at: /^path: (.*)$/m.exec(flow.text(path))?.[1] ?? "" }));
    return others.map(({ path, at }) => ({
      name: `${path}: at ${first?.at ?? ""}`,
      changed: new Map([
        [path, flow.text(path).replace(`path: ${at}`, () => `path: ${first?.at ?? ""}`)],
      ]),
    }));
  },
  "thing that is defined twice": (flow) =>
    [...flow.paths("screens/"), ...flow.paths("transitions/")].map((path) => ({
      name: `${path} a second time`,
      changed: new Map([[path.replace(/\.yaml$/, "-copy.yaml"), flow.text(path)]]),
    })),
  "fixture of a call that is gone": misspellKeys("fixtures/", ["calls"]),
  "missing file of a form": (flow) =>
    flow
      .paths("schemas:forms/")
      .map((path) => ({ name: `${path} is gone`, changed: new Map([[path, undefined]]) })),
  "missing table": (flow) =>
    flow
      .paths("transitions/")
      .map((path) => ({ name: `${path} is gone`, changed: new Map([[path, undefined]]) })),
};

function misspellKeys(folder: string, keys: readonly string[]): Kind {
  return (flow) =>
    flow.edits(
      folder,
      (document) =>
        entriesOf(...keys)(document).filter(({ value }) => isMap(value) && value.items.length > 0),
      (_, __, { value }) => {
        const first = isMap(value) ? value.items[0] : undefined;
        return first !== undefined && isScalar(first.key)
          ? String((first.key.value = misspelt(String(first.key.value))))
          : undefined;
      },
    );
}

/** Fields in which text is typed. */
function textFieldsOf(document: Document.Parsed): readonly YAMLMap[] {
  const found: YAMLMap[] = [];
  visit(document, {
    Map: (_, map) =>
      void (
        map.get("type") === "string" &&
        map.has("x-autocomplete") &&
        !map.has("enum") &&
        found.push(map)
      ),
  });
  return found;
}

/** Leaves of the state schema. */
function propertiesOf(document: Document.Parsed): readonly Entry[] {
  const found: Entry[] = [];
  visit(document, {
    Pair: (_, pair, path) => {
      const above = path.at(-2);
      const under = isPair(above) && isScalar(above.key) && above.key.value === "properties";
      if (under && isMap(pair.value) && !pair.value.has("properties")) found.push(pair as Entry);
    },
  });
  return found;
}

/**
 * Breaks a flow in every way there is a kind for.
 *
 * @param most of one kind; spread evenly over all places
 */
export function mutationsOf(sources: Sources, flow: string, most: number): readonly Mutation[] {
  const definitions = new Definitions(flow, sources);
  return Object.entries(KINDS).flatMap(([kind, make]) => {
    const all = [...make(definitions)].filter(({ changed }) =>
      [...changed].some(([path, text]) => text !== sources.get(path)),
    );
    const step = Math.max(1, all.length / most);
    return Array.from(
      { length: Math.min(most, all.length) },
      (_, at) => all[Math.floor(at * step)],
    ).flatMap((each) => (each === undefined ? [] : [{ kind, ...each }]));
  });
}
