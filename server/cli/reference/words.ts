import { asList, asObject, type Json, type JsonObject } from "../../../engine/language/json.ts";
import { RULE_WORD } from "../../../engine/language/rule.ts";

/** One member that a definition file may have: a word of the flow language. */
export interface Word {
  /** Unique: kind of file, part, and dotted path, such as `screen.list.entry`. */
  readonly id: string;
  /** Name of the meta-schema's file without its ending, such as `screen`. */
  readonly kind: string;
  /**
   * Part of the meta-schema that several places share, such as `action`; empty for the file itself.
   */
  readonly part: string;
  /**
   * Dotted path in the file or part; `[]` stands for an element, `NAME` for a name of the author's.
   */
  readonly path: string;
  /** Last name of the path, as an author writes it. */
  readonly name: string;
  readonly type: string;
  readonly required: boolean;
  /** Meaning, in sentences; without the note on its type. */
  readonly description: string;
  /** What holds where the member is left out; undefined where nothing is said. */
  readonly default: string | undefined;
  readonly schema: JsonObject;
}

/** One kind of definition file with its words. */
export interface WordPage {
  readonly kind: string;
  readonly title: string;
  readonly description: string;
  readonly parts: readonly WordPart[];
}

/** The file itself (an empty name), or a part that several places of the language share. */
export interface WordPart {
  readonly name: string;
  readonly description: string;
  readonly words: readonly Word[];
}

/** Words of the flow language, one page a meta-schema, by title. */
export function wordPages(schemas: ReadonlyMap<string, JsonObject>): readonly WordPage[] {
  return [...schemas]
    .map(([file, schema]) => pageOf(file.replace(/\.json$/, ""), schema))
    .toSorted((a, b) => a.title.localeCompare(b.title));
}

function pageOf(kind: string, schema: JsonObject): WordPage {
  const part = (name: string, definition: JsonObject): WordPart => ({
    name,
    description: textIn(definition["description"]),
    words: wordsIn({ kind, part: name }, definition, ""),
  });
  const parts = Object.entries(asObject(schema["$defs"]));
  return {
    kind,
    title: textIn(schema["title"]),
    description: textIn(schema["description"]),
    parts: [
      { ...part("", schema), description: "" },
      ...parts.map(([name, definition]) => part(name, asObject(definition))),
    ],
  };
}

type Place = Pick<Word, "kind" | "part">;

/** The members below a schema, nested ones after the one that holds them; each path once. */
function wordsIn(place: Place, schema: JsonObject, prefix: string): readonly Word[] {
  if (Object.keys(schema).length === 0) return [];
  const required = new Set(asList(schema["required"]).map(String));
  const members = Object.entries(asObject(schema["properties"])).flatMap(([name, inner]) => [
    wordOf(place, asObject(inner), {
      path: `${prefix}${name}`,
      name,
      isRequired: required.has(name),
    }),
    ...wordsIn(place, asObject(inner), `${prefix}${name}.`),
  ]);
  const above = prefix.replace(/\.$/, "");
  const nested = [
    ...wordsIn(place, asObject(schema["items"]), `${above}[].`),
    ...wordsIn(place, asObject(schema["additionalProperties"]), `${prefix}NAME.`),
    ...[...asList(schema["anyOf"]), ...asList(schema["oneOf"])].flatMap((each) =>
      wordsIn(place, asObject(each), prefix),
    ),
  ];
  const taken = new Set(members.map(({ id }) => id));
  return [
    ...members,
    ...nested.filter(({ id, schema: inner }) => {
      const isNew = !taken.has(id) && ("description" in inner || "$ref" in inner);
      taken.add(id);
      return isNew;
    }),
  ];
}

/** Where a word stands, and whether it must be there. */
interface Position {
  readonly path: string;
  readonly name: string;
  readonly isRequired: boolean;
}

function wordOf(place: Place, member: JsonObject, { path, name, isRequired }: Position): Word {
  return {
    ...place,
    id: [place.kind, place.part, path.replaceAll("[]", "")].filter((each) => each !== "").join("."),
    path,
    name,
    type: typeOf(member),
    required: isRequired,
    description: plain(textIn(member["description"])),
    default: defaultIn(member),
    schema: member,
  };
}

/** Type of a member as an author would say it. */
function typeOf(member: JsonObject): string {
  const reference = textIn(member["$ref"]);
  if (reference !== "") return reference.split("/").at(-1) ?? reference;
  const choices = asList(member["enum"]);
  if (choices.length > 0) return choices.map((choice) => `\`${String(choice)}\``).join(", ");
  if ("const" in member) return `\`${JSON.stringify(member["const"])}\``;
  const { type } = member;
  const items = asObject(member["items"]);
  if (type === "array")
    return `list${Object.keys(items).length === 0 ? "" : ` of ${typeOf(items)}`}`;
  if (type === "object") {
    const open = asObject(member["additionalProperties"]);
    return Object.keys(open).length === 0 ? "object" : `names with ${typeOf(open)}`;
  }
  if (typeof type === "string") return type;
  if (Array.isArray(type)) return type.join(" or ");
  const either = [...asList(member["anyOf"]), ...asList(member["oneOf"])].map((each) =>
    typeOf(asObject(each)),
  );
  if (either.length > 0) return [...new Set(either)].join(" or ");
  return textIn(member[RULE_WORD] ?? "anything");
}

const NOTE = / ?\((?:a JSON-logic rule|JSON in which rules stand for their values)\)/;

/** The description without its note on the type, which stands beside it. */
function plain(description: string): string {
  return description.replace(NOTE, "").trimEnd();
}

/** Default of a member: its keyword, or the part of its description that names it. */
function defaultIn(member: JsonObject): string | undefined {
  if ("default" in member) return `\`${JSON.stringify(member["default"])}\``;
  const description = plain(textIn(member["description"]));
  const said =
    /\bdefault:? (?<value>[^;(]+?)(?:[;.](?: |$)|$| \()/i.exec(description) ??
    /\bleft out, (?<value>.+?)(?:\. [A-Z]|\.?$)/i.exec(description);
  return said?.groups?.["value"];
}

function textIn(value: Json | undefined): string {
  return typeof value === "string" ? value : "";
}
