import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseSync, Visitor } from "oxc-parser";
import { expect, it } from "vitest";
import { PROJECT } from "../definitions.ts";

/** Maximum number of lines of a function, its signature included. */
const MOST = 80;

/** Maximum number of characters of a line in a comment; oxfmt holds code to the same. */
const WIDTH = 100;

interface LongFunction {
  readonly file: string;
  readonly name: string;
  readonly lines: number;
}

/** The functions of a file that are too long, the outermost ones alone. */
function longFunctions(file: string): readonly LongFunction[] {
  const text = readFileSync(join(PROJECT, file), "utf8");
  const found: { name: string; start: number; end: number }[] = [];
  let named = "";
  const measure = (
    { start, end }: { readonly start: number; readonly end: number },
    name = named,
  ) => found.push({ name, start, end });
  new Visitor({
    VariableDeclarator: ({ id }) => void (named = id.type === "Identifier" ? id.name : named),
    MethodDefinition: ({ key }) => void (named = key.type === "Identifier" ? key.name : named),
    Property: ({ key }) => void (named = key.type === "Identifier" ? key.name : named),
    FunctionDeclaration: (each) => void measure(each, each.id?.name),
    FunctionExpression: (each) => void measure(each),
    ArrowFunctionExpression: (each) => void measure(each),
  }).visit(parseSync(file, text).program);
  const long = found
    .map((each) => ({ ...each, lines: text.slice(each.start, each.end).split("\n").length }))
    .filter(({ lines }) => lines > MOST);
  return long
    .filter((each) => !long.some((other) => other.start < each.start && other.end >= each.end))
    .map(({ name, lines }) => ({ file, name, lines }));
}

const files = ["engine", "server", "web"].flatMap((top) =>
  readdirSync(join(PROJECT, top), { recursive: true, encoding: "utf8" })
    .filter((path) => /\.tsx?$/.test(path))
    .map((path) => `${top}/${path}`),
);

it(`functions have ${MOST} lines at the most`, () => {
  expect(files.flatMap(longFunctions)).toEqual([]);
});

it(`comments have lines of at most ${WIDTH} characters, except instructions to tools`, () => {
  const wide = files
    .filter((file) => !file.includes("/generated/"))
    .flatMap((file) =>
      readFileSync(join(PROJECT, file), "utf8")
        .split("\n")
        .flatMap((line, at) =>
          line.length > WIDTH && /^ *(\/\/|\/?\*)/.test(line) && !/lint-disable/.test(line)
            ? [`${file}:${at + 1}`]
            : [],
        ),
    );
  expect(wide).toEqual([]);
});
