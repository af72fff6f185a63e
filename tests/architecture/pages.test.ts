import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { expect, it } from "vitest";
import { parse } from "yaml";
import { loadCommand } from "../../server/cli/commands.ts";
import { SETTINGS } from "../../server/settings/settings.ts";
import { PROJECT } from "../definitions.ts";

/** Made by programs or by npm, and so in no clone of the project. */
const MADE = new Set(["node_modules", "dist", ".git", ".foyer"]);

/** Endings of the project's files. */
const FILE = /\.(?:tsx?|mjs|ya?ml|json|md|sql|png|svg|csv|html)$/;

/** Settings of programs beside Foyer, which the runbook names. */
const FOREIGN = new Set(["max_prepared_statements", "query_wait_timeout"]);

/**
 * Pages that are not held to the files: the history, a generated page, and a list of tests by their
 * own places.
 */
const OTHER_PAGES = new Set([
  "CHANGELOG.md",
  "flows/REFERENCE.md",
  "flows/WORDS.md",
  "server/SECURITY.md",
]);

const files = filesIn("");
const folders = new Set(files.flatMap((file) => foldersAbove(file)));
const words = new Set(
  files
    .filter((file) => !file.endsWith(".md") && file !== "tests/architecture/pages.test.ts")
    .flatMap((file) => readFileSync(join(PROJECT, file), "utf8").match(/[A-Za-z_$][\w$]*/g) ?? []),
);
const { scripts } = JSON.parse(readFileSync(join(PROJECT, "package.json"), "utf8")) as {
  readonly scripts: Readonly<Record<string, string>>;
};
const commands = await Promise.all(
  Object.entries(loadCommand).map(async ([name, load]) => ({ name, ...(await load()) })),
);
const pages = files.filter(
  (file) => file.endsWith(".md") && !OTHER_PAGES.has(file) && !file.startsWith("flows/reference/"),
);

it("the pages are found", () => {
  expect(pages).toContain("README.md");
  expect(pages).toContain("server/RUNBOOK.md");
  expect(pages).toContain("tests/faults/README.md");
});

it.each(pages)("%s names files, commands and functions that exist", (page) => {
  expect(missingIn(page, readFileSync(join(PROJECT, page), "utf8"))).toEqual([]);
});

it("server/SECURITY.md names tests that exist", () => {
  const page = readFileSync(join(PROJECT, "server/SECURITY.md"), "utf8");
  const tests = [...page.matchAll(/`(?:tests\/)?([\w/.-]+\.test\.ts)`/g)].map(([, test]) => test);
  expect(tests.length).toBeGreaterThan(30);
  expect(tests.filter((test) => !files.includes(`tests/${test}`))).toEqual([]);
});

it("server/RUNBOOK.md says of programs that the image lacks that they want a checkout", () => {
  const lacking = readFileSync(join(PROJECT, ".dockerignore"), "utf8").split("\n");
  const sentences = readFileSync(join(PROJECT, "server/RUNBOOK.md"), "utf8")
    .replaceAll(/\s+/g, " ")
    .split(/(?<=[.:]) (?=[A-Z`])/);
  const programs = sentences.flatMap((sentence) =>
    [...sentence.matchAll(/`npx tsx (\w+)[^`]*`/g)].map(([, folder = ""]) => ({
      folder,
      sentence,
    })),
  );
  expect(programs.length).toBeGreaterThan(2);
  expect(
    programs
      .filter(({ folder }) => lacking.includes(folder))
      .filter(({ sentence }) => !/in a checkout/i.test(sentence)),
  ).toEqual([]);
});

it("server/RUNBOOK.md runs commands in the image without npx", () => {
  const page = readFileSync(join(PROJECT, "server/RUNBOOK.md"), "utf8");
  const ran = [...page.matchAll(/^podman (?:exec|run) .*$/gm)].map(([line]) => line);
  const names = new Set(commands.map(({ name }) => name));
  expect(ran.length).toBeGreaterThan(3);
  expect(ran.filter((line) => !names.has(/ foyer ([\w-]+)/.exec(line)?.[1] ?? ""))).toEqual([]);
  expect(ran.filter((line) => line.includes("npx"))).toEqual([]);
});

it("README.md lists every command", () => {
  const page = readFileSync(join(PROJECT, "README.md"), "utf8");
  expect(
    commands.map(({ name }) => name).filter((name) => !page.includes(`foyer ${name}`)),
  ).toEqual([]);
});

it("server/README.md lists every setting that the service and its flows read", () => {
  const page = readFileSync(join(PROJECT, "server/README.md"), "utf8");
  const settings = page.slice(page.indexOf("## Settings"), page.indexOf("## What lies"));
  const inCode = files
    .filter((file) => file.startsWith("server/") && file.endsWith(".ts"))
    .flatMap((file) => matchesIn(file, /\benv\["([A-Z][A-Z_]+)"\]/g));
  const read = [...inCode, ...Object.keys(SETTINGS)];
  const declared = files
    .filter((file) => /^flows\/[^/]+\/(?:services|providers\/[^/]+)\.yaml$/.test(file))
    .flatMap((file) =>
      matchesIn(
        file,
        /(?:baseUrlFrom|env|id|key|password|secrets?|token|user): ([A-Z]+_[A-Z_]+)\b/g,
      ),
    );
  expect(read).toContain("FOYER_KEY");
  expect(declared).toContain("PERSONA_WEBHOOK_SECRET");
  expect(
    [...new Set([...read, ...declared])].filter((name) => !settings.includes(`\`${name}\``)),
  ).toEqual([]);
});

it("server/README.md lists every problem code and every endpoint outside of development", () => {
  const page = readFileSync(join(PROJECT, "server/README.md"), "utf8");
  const codes = files
    .filter((file) => /^server\/(?:routes|http|plugins|application)\/.*\.ts$/.test(file))
    .flatMap((file) => matchesIn(file, /\bcode: "([a-z][a-z\d-]*)"/g));
  expect(codes).toContain("no-session");
  const { endpoints } = parse(
    readFileSync(join(PROJECT, "tests/server/permissions.yaml"), "utf8"),
  ) as { readonly endpoints: Readonly<Record<string, { readonly in?: string }>> };
  const paths = Object.entries(endpoints)
    .filter(([, { in: where }]) => where === undefined)
    .map(([endpoint]) => endpoint.replace(/^\w+ /, "").replace(/:(\w+)/g, "{$1}"))
    .map((path) => (path === "/*" ? "{screen}" : path));
  expect(
    [...new Set([...codes, ...paths])].filter((name) => !page.includes(`\`${name}\``)),
  ).toEqual([]);
});

it.each([
  ["`steps/`", "steps/: no such folder"],
  ["` ```console ` blocks and `steps/`", "steps/: no such folder"],
  ["`npm run\nbuild` and `steps/`", "steps/: no such folder"],
  ["`npx foyer\nserve`", "foyer serve: no such command"],
  ["`steps/take-step.ts`", "steps/take-step.ts: no such file"],
  ["`server/steps/`", "server/steps/: no such folder"],
  ["`engine/answer`", "engine/answer: no such file or folder"],
  ["`no-such-file.ts`", "no-such-file.ts: no such file"],
  ["`flows/<flow>/nothing/*.yaml`", "flows/<flow>/nothing/*.yaml: no such file"],
  ["[plan](PLAN.md)", "PLAN.md: no such page"],
  ["[settings](server/README.md#no-such-part)", "server/README.md#no-such-part: no such heading"],
  ["`npx foyer serve`", "foyer serve: no such command"],
  ["`npx foyer check --loudly`", "foyer check --loudly: no such option"],
  ["```\nnpx foyer serve\n```", "foyer serve: no such command"],
  ["`npm run deploy`", "npm run deploy: no such script"],
  ["`npx tsx tests/faults/none.ts 3`", "tests/faults/none.ts: no such file"],
  ["`resolveScene(flow, state)`", "resolveScene: no such name"],
  ["`noSuchName`", "noSuchName: no such name"],
  ["`no_such_table`", "no_such_table: no such name"],
  ["`FOYER_NO_SUCH`", "FOYER_NO_SUCH: no such name"],
])("a page that says %s is reported: %s", (text, problem) => {
  expect(missingIn("README.md", text)).toEqual([problem]);
});

it.each([
  ["README.md", "`server/routes/`, `engine/visit/advance.ts`, `flow.yaml`"],
  ["server/README.md", "`routes/screens/`, `plugins/problems.ts`, `server/settings/config.ts`"],
  ["flows/README.md", "`screens/*.yaml`, `overlays/<layer>/<name>.yaml`"],
  [
    "README.md",
    "`/sign-in`, `GET {screen}?file=ID`, `application/json`, `PUBLIC_URL/`, `dist/web`",
  ],
  [
    "README.md",
    "`npx foyer replay [FLOW] [--watch]`, `npm ci && npm run dev`, `applications.saveStep`",
  ],
  ["README.md", "[settings](server/README.md#settings), [elsewhere](https://example.org/a.ts)"],
  ["flows/TUTORIAL.md", "`npx foyer new flow gym` makes `flows/gym/flow.yaml`"],
  [
    "flows/README.md",
    "```yaml\n# flows/gym/screens/lift.yaml\n```\nAdd `content/gym/<locale>/lift.yaml`",
  ],
  ["tests/faults/README.md", "`npx tsx tests/faults/NAME.ts`"],
])("%s may say %s", (page, text) => {
  expect(missingIn(page, text)).toEqual([]);
});

/** Names what a page mentions and the project has not: one line for each. */
function missingIn(page: string, text: string): readonly string[] {
  const made = [
    ...text.matchAll(/foyer new (?:flow|screen|reseller) ([a-z][\w-]*)/g),
    ...text.matchAll(/^# (?:flows|schemas|content)\/\S*\/([\w-]+)\.yaml$/gm),
  ].map(([, id]) => id ?? "");
  const prose = text.replace(/^(`{3,})[^\n]*\n[\s\S]*?^\1/gm, "");
  const spans = prose.split(/\n\s*\n/).flatMap(spansIn);
  const blocks = [...text.matchAll(/^(`{3,})[^\n]*\n([\s\S]*?)^\1/gm)].flatMap(([, , block]) =>
    (block ?? "").split("\n"),
  );
  return [
    ...new Set([
      ...[...spans, ...blocks].flatMap(commandProblems),
      ...spans
        .filter((span) => !made.some((id) => span.split(/[/.]/).includes(id)))
        .flatMap((span) => [...pathProblems(page, span), ...nameProblems(span)]),
      ...[...prose.matchAll(/\]\(([^)\s]+)\)/g)].flatMap(([, link]) =>
        linkProblems(page, link ?? ""),
      ),
    ]),
  ];
}

/**
 * The code spans of a paragraph, which may go on in the next line; a pipe inside of a table is
 * written `\\|`.
 */
function spansIn(paragraph: string): readonly string[] {
  return [...paragraph.matchAll(/(?<!`)(`+)(?!`)([\s\S]*?[^`])\1(?!`)/g)].map(([, , span]) =>
    (span ?? "")
      .replace(/\s*\n\s*/g, " ")
      .replaceAll("\\|", "|")
      .trim(),
  );
}

function pathProblems(page: string, span: string): readonly string[] {
  if (!/^[\w.<>*@~-]+(?:\/[\w.<>*@~-]+)*\/?$/.test(span)) return [];
  const [first = ""] = span.split("/");
  const isFolder = span.endsWith("/");
  if (MADE.has(first) || /^[A-Z_]+$/.test(first)) return [];
  if (FILE.test(span))
    return isThere(page, span, (path) => files.some((file) => matches(file, path)))
      ? []
      : [`${span}: no such file`];
  if (isFolder)
    return isThere(page, span.slice(0, -1), (path) => anyFolder(path))
      ? []
      : [`${span}: no such folder`];
  if (!span.includes("/") || !folders.has(first)) return [];
  return isThere(page, span, (path) => anyFolder(path) || files.some((file) => matches(file, path)))
    ? []
    : [`${span}: no such file or folder`];
}

/**
 * Whether a path is there, as the page may mean it: from its own folder, the project's, or inside
 * of any flow.
 */
function isThere(page: string, path: string, exists: (path: string) => boolean): boolean {
  const own = dirname(page);
  const isBare = !path.includes("/");
  const within = ["flows", "content", "schemas"].includes(own)
    ? [`${own}/*`, `${own}/*/*`]
    : ["flows/*"];
  return (
    [own, "", ...within].some((base) => exists(normalize(join(base, path)))) ||
    (isBare && FILE.test(path) && exists(`**/${path}`))
  );
}

function anyFolder(path: string): boolean {
  return [...folders].some((folder) => matches(folder, path));
}

/**
 * Whether a path is meant by a pattern: `*` and `<name>` stand for one part of it, `**` for any.
 */
function matches(path: string, pattern: string): boolean {
  if (!/[<*]/.test(pattern)) return path === pattern;
  const source = pattern
    .replace(/<[\w-]+>/g, "*")
    .replace(/[.+]/g, "\\$&")
    .replace(/\*\*\/?|\*/g, (stars) => (stars === "*" ? "[^/]+" : "(?:.*)"));
  return new RegExp(`^${source}$`).test(path);
}

function linkProblems(page: string, link: string): readonly string[] {
  if (/^[a-z]+:/.test(link)) return [];
  const [path = "", anchor] = link.split("#");
  const target = path === "" ? page : normalize(join(dirname(page), path));
  if (!files.includes(target) && !folders.has(target)) return [`${link}: no such page`];
  if (anchor === undefined) return [];
  const headings = readFileSync(join(PROJECT, target), "utf8").match(/^#+ .+$/gm) ?? [];
  return headings.some((heading) => anchorOf(heading) === anchor)
    ? []
    : [`${link}: no such heading`];
}

/** The anchor that GitHub gives a heading. */
function anchorOf(heading: string): string {
  return heading
    .replace(/^#+ /, "")
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, "")
    .replaceAll(" ", "-");
}

function commandProblems(line: string): readonly string[] {
  const foyer = [...line.matchAll(/(?:^|\s|\()(?:npx |\S*\/)?foyer(?:\.mjs)? (\w[\w-]*)(.*)/g)];
  return [
    ...foyer.flatMap(([, name = "", rest = ""]) => {
      const command = commands.find((each) => each.name === name);
      if (command === undefined)
        return /npx |^foyer/.test(line) ? [`foyer ${name}: no such command`] : [];
      const known = `${command.usage} ${command.help} --help --json`;
      return [...rest.matchAll(/--[a-z][\w-]*/g)]
        .filter(([option]) => !new RegExp(`${option}(?![\\w-])`).test(known))
        .map(([option]) => `foyer ${name} ${option}: no such option`);
    }),
    ...[...line.matchAll(/\bnpm run (?:-\S+ )*([\w:-]+)/g)]
      .filter(([, script = ""]) => !Object.hasOwn(scripts, script))
      .map(([, script]) => `npm run ${script}: no such script`),
    ...[...line.matchAll(/\b(?:npx tsx|node|vitest run) ([\w./-]+\.(?:ts|mjs))/g)]
      .filter(([, file = ""]) => !files.includes(file) && !/\/[A-Z]+\./.test(file))
      .map(([, file]) => `${file}: no such file`),
  ];
}

/** A name of the code or the definitions: with a capital or an underscore inside, or called. */
function nameProblems(span: string): readonly string[] {
  const [, called] = /^([A-Za-z_$][\w$.]*)\(.*\)$/.exec(span) ?? [];
  const name = called ?? span;
  if (!/^[A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)*$/.test(name) || FILE.test(name)) return [];
  const isName = called !== undefined || /[a-z][A-Z]|_/.test(name) || name.includes(".");
  return isName
    ? name
        .split(".")
        .filter((part) => !words.has(part) && !FOREIGN.has(part))
        .map((part) => `${part}: no such name`)
    : [];
}

function matchesIn(file: string, pattern: RegExp): readonly string[] {
  return [...readFileSync(join(PROJECT, file), "utf8").matchAll(pattern)].map(
    ([, name]) => name ?? "",
  );
}

function filesIn(folder: string): readonly string[] {
  return readdirSync(join(PROJECT, folder), { withFileTypes: true })
    .filter(({ name }) => !MADE.has(name))
    .flatMap((entry) => {
      const path = folder === "" ? entry.name : `${folder}/${entry.name}`;
      return entry.isDirectory() ? filesIn(path) : [path];
    });
}

function foldersAbove(file: string): readonly string[] {
  const parts = file.split("/").slice(0, -1);
  return parts.map((_, at) => parts.slice(0, at + 1).join("/"));
}
