import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { compileLibrary } from "../../server/definitions/flow-library.ts";
import { readSources } from "../../server/definitions/read-sources.ts";
import type { Service } from "../../server/service.ts";
import { PROJECT } from "../definitions.ts";
import { outsideIsUp, testService, Visitor } from "./service.ts";

/**
 * The tutorial as its readers follow it: every command is run, every file written, every page
 * looked at.
 */
const TUTORIAL = join(PROJECT, "flows/TUTORIAL.md");
const outside = await outsideIsUp();
const blocks = blocksOf(await readFile(TUTORIAL, "utf8"));

interface Block {
  /** `console`, `diff`, `yaml`, `browser`. */
  readonly kind: string;
  /** What stands behind the kind: a file, an address, what is pressed. */
  readonly about: string;
  readonly text: string;
  readonly line: number;
}

/** Fenced blocks with a kind. One without is for the eye. */
function blocksOf(markdown: string): readonly Block[] {
  return [...markdown.matchAll(/^```(\w+)(?: (.*))?\n([\s\S]*?)^```$/gm)].map((found) => ({
    kind: found[1] ?? "",
    about: found[2] ?? "",
    text: (found[3] ?? "").replace(/\n$/, ""),
    line: markdown.slice(0, found.index).split("\n").length,
  }));
}

/**
 * What is printed, with `…` for whatever differs: on a line of its own any lines, else any
 * characters.
 */
function expected(text: string): RegExp {
  const lines = text
    .split("\n")
    .map((line) =>
      line === "…" ? "(?:[^\\n]*\\n)*?" : `${line.split("…").map(escape).join("[^\\n]*")}\\n`,
    );
  return new RegExp(`^${lines.join("")}$`);
}

function escape(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");
}

describe("flows/TUTORIAL.md", () => {
  let folder: string;
  let service: Service;
  let stop: () => Promise<void> = async () => undefined;
  let visitor: Visitor;
  let env: NodeJS.ProcessEnv = {};

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "foyer-tutorial-"));
    for (const part of ["flows", "schemas", "content"])
      await cp(join(PROJECT, part, "library-card"), join(folder, part, "library-card"), {
        recursive: true,
      });
    const own = {
      FOYER_ENV: "LOCAL",
      FOYER_FLOWS: folder,
      FOYER_DATA: join(folder, "data"),
      FOYER_KEY: `1:${Buffer.alloc(32, 7).toString("base64")}`,
    };
    env = { ...process.env, ...own };
    if (!outside) return;
    ({ service, stop } = await testService("outside", own));
    visitor = new Visitor(service);
    const [{ name } = { name: "" }] = await service.database.query<{ name: string }>(
      "select current_database() as name",
    );
    const url = new URL(process.env["TEST_DATABASE_URL"] ?? "postgres://root@127.0.0.1:5432/test");
    url.pathname = `/${name}`;
    env = { ...env, DATABASE_URL: url.href };
  });
  afterAll(async () => {
    await stop();
    await rm(folder, { recursive: true, force: true });
  });

  it.each(blocks)("line $line: $kind $about", async ({ kind, about, text }) => {
    if (kind === "console") await run(text, about);
    else if (kind === "yaml") await write(about, `${text}\n`, "wx");
    else if (kind === "diff") await change(about, text);
    else if (kind === "browser") await look(about, text);
    else throw new Error(`a block of this tutorial is console, yaml, diff or browser, not ${kind}`);
  });

  /** The command after `$`, and what it prints. */
  async function run(text: string, about: string): Promise<void> {
    if (about.includes("database") && !outside) return;
    const [first = "", ...printed] = text.split("\n");
    const args = [...first.replace(/^\$ npx foyer /, "").matchAll(/"([^"]*)"|(\S+)/g)].map(
      ([, quoted, plain]) => quoted ?? plain ?? "",
    );
    const result = await promisify(execFile)(
      process.execPath,
      [join(PROJECT, "server/cli/foyer.mjs"), ...args],
      { cwd: PROJECT, env },
    ).then(
      ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
      (error: unknown) => error as { code: number; stdout: string; stderr: string },
    );
    expect(`${result.stdout}${result.stderr}`).toMatch(expected(printed.join("\n")));
    expect(result.code).toBe(Number(/exit=(\d)/.exec(about)?.[1] ?? 0));
  }

  async function write(path: string, text: string, flag: "w" | "wx"): Promise<void> {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text, { flag });
  }

  /**
   * Lines with `-` make way for those with `+`, at the one place where they stand; what follows `…`
   * stays.
   */
  async function change(path: string, text: string): Promise<void> {
    const before = await readFile(join(folder, path), "utf8");
    const side = (sign: string) =>
      text
        .split("\n")
        .filter((line) => line.startsWith(" ") || line.startsWith(sign))
        .map((line) => line.slice(1).replace(/…$/, ""))
        .join("\n");
    expect(before.split(side("-")), `${path} has these lines once`).toHaveLength(2);
    await write(
      path,
      before.replace(side("-"), () => side("+")),
      "w",
    );
  }

  /**
   * Opens an address, or fills in and presses what stands in brackets; then every line is on the
   * page, in this order.
   */
  async function look(about: string, text: string): Promise<void> {
    if (!outside) return;
    const compiled = compileLibrary(await readSources(folder, PROJECT), "LOCAL");
    if (!compiled.ok) throw new Error(JSON.stringify(compiled.problems));
    service.use(compiled.library);
    const address = /^http:\/\/localhost:3000(\S+)/.exec(about)?.[1];
    if (address !== undefined) expect((await visitor.get(address)).statusCode).toBe(200);
    const pressed = /\[(.+)\]$/.exec(about)?.[1];
    if (pressed !== undefined) {
      const { actions } = (await visitor.get(visitor.path)).json<{
        readonly actions: readonly { readonly id: string; readonly label: string }[];
      }>();
      const data = Object.fromEntries(
        [...about.matchAll(/(\w+)=([^,[]*[^,[ ])/g)].map(([, field = "", value]) => [field, value]),
      );
      expect(
        (await visitor.act(actions.find(({ label }) => label === pressed)?.id ?? "", data))
          .statusCode,
      ).toBe(200);
    }
    const page = (await visitor.get(address ?? visitor.path, { accept: "text/html" })).body;
    const shown = page
      .replace(/^[\s\S]*<body>/, "")
      .replace(/<script[\s\S]*/, "")
      .replaceAll(/<[^>]*>/g, "\n");
    const lines = text.split("\n").map((line) => line.replace(/^\( \) |^\[(.*)\]$/, "$1"));
    expect(shown).toMatch(new RegExp(lines.map(escape).join("[\\s\\S]*")));
  }
});
