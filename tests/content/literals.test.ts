import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parseAst } from "vite";
import { PROJECT } from "../definitions.ts";

/**
 * What only authors, developers and testers see, in English: pictures of a flow, the inbox, the
 * sign-in and the bar of test data of development, and the sandbox's stand-ins for providers, whose
 * own words come from the flow's copy.
 */
const DEVELOPMENT_ONLY = [
  "server/cli/graph/",
  "server/routes/development/broken-flows.ts",
  "server/sandbox/inbox/inbox-routes.ts",
  "server/sandbox/sign-in/",
  "server/sandbox/platform/pages/",
  "server/sandbox/sandbox-page.ts",
  "server/sandbox/test-data/",
];

/** Attributes whose text a person reads or hears. */
const READ = new Set([
  "aria-label",
  "aria-description",
  "aria-roledescription",
  "aria-valuetext",
  "alt",
  "label",
  "placeholder",
  "title",
]);

/**
 * A tag with words between it and the next one, or an attribute with words in it, in a text that is
 * HTML.
 */
const WORDS_IN_HTML =
  /<(?:p|h[1-6]|title|button|a|label|li|td|th|span|legend|summary|option|strong|em|dt|dd|div)(?:\s[^<>]*)?>\s*[^<>${}]*\p{L}{2}/u;
const WORDS_IN_ATTRIBUTE = /<[a-z][^<>]*\s(?:aria-label|alt|placeholder|title)="[^"$]*\p{L}{2}/u;

interface Node {
  readonly type: string;
  readonly start: number;
  readonly [member: string]: unknown;
}

const isNode = (value: unknown): value is Node =>
  typeof value === "object" && value !== null && typeof (value as Node).type === "string";
const hasWords = (text: unknown) => typeof text === "string" && /\p{L}{2}/u.test(text);

function childrenOf(node: Node): readonly Node[] {
  return Object.values(node).flatMap((value) =>
    Array.isArray(value) ? value.filter(isNode) : isNode(value) ? [value] : [],
  );
}

/** Texts that an expression may come to, as far as they stand there in plain words. */
function literalsOf(node: unknown): readonly Node[] {
  if (!isNode(node)) return [];
  switch (node.type) {
    case "Literal":
      return hasWords(node["value"]) ? [node] : [];
    case "TemplateLiteral":
      return (node["quasis"] as readonly { readonly value: { readonly raw: string } }[]).some(
        ({ value }) => hasWords(value.raw),
      )
        ? [node]
        : [];
    case "JSXExpressionContainer":
      return literalsOf(node["expression"]);
    case "ConditionalExpression":
      return [...literalsOf(node["consequent"]), ...literalsOf(node["alternate"])];
    case "LogicalExpression":
      return [...literalsOf(node["left"]), ...literalsOf(node["right"])];
    default:
      return [];
  }
}

/** What in a node is text for people that stands in the code. */
function toldBy(node: Node): readonly Node[] {
  switch (node.type) {
    case "JSXText":
      return hasWords(node["value"]) ? [node] : [];
    case "JSXElement":
    case "JSXFragment":
      return (node["children"] as readonly Node[])
        .filter(({ type }) => type === "JSXExpressionContainer")
        .flatMap(literalsOf);
    case "JSXAttribute":
      return READ.has(String((node["name"] as { readonly name?: unknown }).name))
        ? literalsOf(node["value"])
        : [];
    case "Literal":
      return typeof node["value"] === "string" && isHtmlWithWords(node["value"]) ? [node] : [];
    case "TemplateLiteral":
      return isHtmlWithWords(
        (node["quasis"] as readonly { readonly value: { readonly raw: string } }[])
          .map(({ value }) => value.raw)
          .join("${}"),
      )
        ? [node]
        : [];
    default:
      return [];
  }
}

function isHtmlWithWords(text: string): boolean {
  return WORDS_IN_HTML.test(text) || WORDS_IN_ATTRIBUTE.test(text);
}

/** Lines of a source with words for people in them. */
function wordsIn(code: string, path: string): readonly string[] {
  const found: string[] = [];
  const visit = (node: Node): void => {
    for (const { start } of toldBy(node))
      found.push(`${path}:${code.slice(0, start).split("\n").length}`);
    for (const child of childrenOf(node)) visit(child);
  };
  visit(parseAst(code, { lang: path.endsWith("x") ? "tsx" : "ts" }) as unknown as Node);
  return [...new Set(found)];
}

async function sourcesOf(folder: string): Promise<readonly string[]> {
  const names = await readdir(join(PROJECT, folder), { recursive: true });
  return names.filter((name) => /\.tsx?$/.test(name)).map((name) => `${folder}/${name}`);
}

describe("words for people", () => {
  it.each(["web", "server"])("stand in copy, not in %s/", async (folder) => {
    const paths = (await sourcesOf(folder)).filter(
      (path) => !DEVELOPMENT_ONLY.some((only) => path.startsWith(only)),
    );
    expect(paths.length).toBeGreaterThan(30);
    const found = await Promise.all(
      paths.map(async (path) => wordsIn(await readFile(join(PROJECT, path), "utf8"), path)),
    );
    expect(found.flat()).toEqual([]);
  });

  it.each([
    ["text of an element", "const a = <p>Please wait</p>;"],
    ["a label for those who listen", 'const a = <nav aria-label="Steps" />;'],
    ["a placeholder of two parts", "const a = <input placeholder={`Search ${what}`} />;"],
    ["a text that depends", 'const a = <p>{busy ? "Saving" : label}</p>;'],
    ["a page made of text", "const a = `<h1>Inbox</h1>${rows}`;"],
    ["an attribute of such a page", 'const a = \'<img src="/x" alt="Our logo">\';'],
  ])("are found as %s", (_, code) => {
    expect(wordsIn(code, "a.tsx")).toEqual(["a.tsx:1"]);
  });

  it.each([
    'const a = <p className="wide">{t("wait")}</p>;',
    'const a = <i aria-hidden="true">✕</i>;',
    "const a = `<h1>${title}</h1>`;",
    'const a = "a < b and c > d";',
  ])("are not seen in %j", (code) => {
    expect(wordsIn(code, "a.tsx")).toEqual([]);
  });

  it("have only exceptions that exist", async () => {
    const all = [...(await sourcesOf("server")), ...(await sourcesOf("web"))];
    expect(DEVELOPMENT_ONLY.filter((only) => !all.some((path) => path.startsWith(only)))).toEqual(
      [],
    );
  });
});
