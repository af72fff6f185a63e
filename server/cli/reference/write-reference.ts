import { PROBLEM_CODES } from "../../../engine/compile/check/problem-codes.ts";
import { FACT_ROOTS } from "../../../engine/rules/fact-roots.ts";
import { OPERATORS } from "../../../engine/rules/compile-rule.ts";
import { OWN_OPERATORS } from "../../../engine/rules/operators.ts";
import { asObject, type Json, type JsonObject } from "../../../engine/language/json.ts";

/**
 * The flow language as one page of Markdown: every member of every kind of file, with the
 * meta-schemas' descriptions.
 */
export function writeReference(schemas: ReadonlyMap<string, JsonObject>): string {
  const parts = [...schemas]
    .toSorted(([a], [b]) => a.localeCompare(b))
    .map(([name, schema]) => filePart(name, schema));
  return [
    "# The flow language",
    "",
    "Made by `npx foyer reference` from `schemas/definition/` and the engine's operators; a test holds it to them. How to",
    "begin: [flows](README.md). Members in **bold** must be there.",
    "",
    ...[...schemas.keys()]
      .toSorted()
      .map((name) => `- [${titleOf(schemas.get(name))}](#${anchorOf(titleOf(schemas.get(name)))})`),
    "- [Rules](#rules)",
    "- [Problems](#problems)",
    "",
    ...parts,
    rulesPart(),
    "",
    problemsPart(),
    "",
  ].join("\n");
}

function filePart(name: string, schema: JsonObject): string {
  const definitions = objectIn(schema["$defs"]);
  return [
    `## ${titleOf(schema)}`,
    "",
    `${textIn(schema["description"])} Schema: \`schemas/definition/${name}\`.`,
    "",
    ...table(schema, ""),
    ...Object.entries(definitions).flatMap(([part, definition]) => [
      `### ${titleOf(schema)}: ${part}`,
      "",
      textIn(objectIn(definition)["description"]),
      "",
      ...table(objectIn(definition), ""),
    ]),
  ].join("\n");
}

function table(schema: JsonObject, prefix: string): string[] {
  const rows = rowsOf(schema, prefix);
  return rows.length === 0 ? [] : ["| member | is | description |", "|---|---|---|", ...rows, ""];
}

/** One row a member; nested members follow with dotted names. */
function rowsOf(schema: JsonObject, prefix: string): string[] {
  const required = new Set(listIn(schema["required"]).map(String));
  const rows = Object.entries(objectIn(schema["properties"])).flatMap(([name, inner]) => {
    const member = objectIn(inner);
    const whole = `${prefix}${name}`;
    const written = required.has(name) ? `**\`${whole}\`**` : `\`${whole}\``;
    return [
      `| ${written} | ${kindOf(member)} | ${cell(textIn(member["description"]))} |`,
      ...inside(member, whole),
    ];
  });
  return rows;
}

function inside(member: JsonObject, whole: string): string[] {
  const items = objectIn(member["items"]);
  const open = objectIn(member["additionalProperties"]);
  return [
    ...rowsOf(member, `${whole}.`),
    ...rowsOf(items, `${whole}[].`),
    ...(Object.keys(objectIn(open["properties"])).length === 0
      ? []
      : rowsOf(open, `${whole}.NAME.`)),
  ];
}

function kindOf(member: JsonObject): string {
  const reference = textIn(member["$ref"]);
  if (reference !== "") return reference.split("/").at(-1) ?? reference;
  const choices = listIn(member["enum"]);
  if (choices.length > 0) return choices.map((choice) => `\`${String(choice)}\``).join(", ");
  if ("const" in member) return `\`${JSON.stringify(member["const"])}\``;
  const { type } = member;
  const items = objectIn(member["items"]);
  if (type === "array")
    return `list${Object.keys(items).length === 0 ? "" : ` of ${kindOf(items)}`}`;
  if (type === "object") {
    const open = objectIn(member["additionalProperties"]);
    return Object.keys(open).length === 0 ? "object" : `names with ${kindOf(open)}`;
  }
  if (typeof type === "string") return type;
  if (Array.isArray(type)) return type.join(" or ");
  const either = [...listIn(member["anyOf"]), ...listIn(member["oneOf"])].map((each) =>
    kindOf(objectIn(each)),
  );
  if (either.length > 0) return [...new Set(either)].join(" or ");
  return /JSON-logic rule/.test(textIn(member["description"]))
    ? "rule"
    : /rules stand for their values/.test(textIn(member["description"]))
      ? "template"
      : "anything";
}

function rulesPart(): string {
  const standard = OPERATORS.filter(
    (name) => !Object.hasOwn(OWN_OPERATORS, name) && !Object.hasOwn(COMPILED, name),
  );
  return [
    "## Rules",
    "",
    "JSON-logic as `json-logic-js` 2.0.5 means it, held to it by a suite of cases. A rule is an object with one operator.",
    "Data is never evaluated: what a person typed or a service answered stays data, also an object that looks like a rule,",
    "where `json-logic-js` itself evaluates what `missing` and `missing_some` read. What it throws on is null or an empty list.",
    "A template is any JSON in which rules stand for their values. Operators of JSON-logic:",
    `${standard.map((name) => `\`${name}\``).join(", ")}.`,
    "",
    "Beside them:",
    "",
    "| operator | takes | gives |",
    "|---|---|---|",
    ...Object.entries({ ...COMPILED, ...OWN_OPERATORS })
      .toSorted(([a], [b]) => a.localeCompare(b))
      .map(
        ([name, { takes, description }]) =>
          `| \`${name}\` | ${takes.map(cell).join(", ")} | ${cell(description)} |`,
      ),
    "",
    "Rules read the parts that the state schema declares, the axes of the flow and their facts by name, and these roots; any",
    "other does not compile. Analytics may know axes and facts,",
    "`public` ones, of `presence` only that they are there, of `never` nothing, of `by-place` what `x-pii` does not mark.",
    "",
    "| root | is | analytics | read in |",
    "|---|---|---|---|",
    ...Object.entries(FACT_ROOTS).map(
      ([name, { description, privacy, where }]) =>
        `| \`${name}\` | ${cell(description)} | ${privacy} | ${where.join(", ")} |`,
    ),
  ].join("\n");
}

function problemsPart(): string {
  return [
    "## Problems",
    "",
    "What `npx foyer check` finds, by code; most come with the place and what was probably meant. A definition with an error is",
    "neither served nor published.",
    "",
    "| code | description | wrong | right |",
    "|---|---|---|---|",
    ...Object.entries(PROBLEM_CODES).map(([code, { description, wrong, right }]) =>
      `| `.concat(
        [`\`${code}\``, cell(description), cell(codeIn(wrong)), cell(codeIn(right))].join(" | "),
        " |",
      ),
    ),
  ].join("\n");
}

/** Marks the parts of a text that look like YAML as code. */
function codeIn(text: string): string {
  return /[{}:[\]]/.test(text) ? `\`${text.replaceAll("`", "")}\`` : text;
}

/** Operators with a compiler of their own, since they need more than evaluated arguments. */
const COMPILED: Readonly<
  Record<string, { readonly description: string; readonly takes: readonly string[] }>
> = {
  guard: { description: "whether a named guard holds", takes: ["name"] },
  default: {
    description: "the first value that is there, else the last one",
    takes: ["value", "value in its place", "…"],
  },
  optional: {
    description:
      "the value where it is there; else nothing at all, and the member it stands for is left out",
    takes: ["value"],
  },
  value: { description: "a named value", takes: ["name"] },
  fact: {
    description: "what stands at a path of the facts, also inside `map`, `filter` and the like",
    takes: ["path"],
  },
  sortBy: {
    description:
      "a list in order: by the first rule, ties by the next; `order` lists values from first to last",
    takes: ["list", "{ rule, order? }", "…"],
  },
};

function titleOf(schema: JsonObject | undefined): string {
  return textIn(schema?.["title"]);
}

function anchorOf(title: string): string {
  return title
    .toLowerCase()
    .replaceAll(/[^a-z0-9 -]/g, "")
    .replaceAll(" ", "-");
}

function cell(text: string): string {
  return text
    .replaceAll("|", "\\|")
    .replaceAll("\n", " ")
    .replace(/ \((?:a JSON-logic rule|JSON in which rules stand for their values)\)/, "");
}

function textIn(value: Json | undefined): string {
  return typeof value === "string" ? value : "";
}

function listIn(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? value : [];
}

function objectIn(value: Json | undefined): JsonObject {
  return asObject(value);
}
