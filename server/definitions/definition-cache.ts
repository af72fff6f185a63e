import { createHash } from "node:crypto";
import {
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { deserialize, serialize } from "node:v8";
import { compileFlow, type CompileOptions } from "../../engine/compile/compile-flow.ts";
import type { CompileResult } from "../../engine/compile/compiled-flow.ts";
import { sourcesOfFlow } from "../../engine/compile/flow-sources.ts";
import type { Json } from "../../engine/language/json.ts";
import { hasError, type CheckFindings } from "../../engine/language/problem.ts";
import type { Sources } from "../../engine/language/sources.ts";
import { setKnownValues, type KnownValues } from "../../engine/source/read-yaml-once.ts";
import { codeVersion } from "./code-version.ts";
import { commonSources } from "./compile-version.ts";
import { projectFolder } from "./project-folder.ts";

/** Maximum number of results of checks on disk; one more, and all are removed. */
const CHECKS_KEPT = 64;

/**
 * Codes whose files are kept beside the present one's: the built service and the command line,
 * which runs from its sources, have two, and take turns.
 */
const OTHER_CODES_KEPT = 3;

/**
 * Maximum number of bytes of kept values; beyond, those that this process did not use are left out.
 */
const VALUES_BYTES = 64 * 1024 * 1024;

/**
 * Keeps on disk what reading and checking definitions found, by the hash of all that decided it:
 * the files' contents, the environments and the code. A file of the cache that is broken, cut off
 * or of other code counts as absent, and so does a folder that cannot be written.
 */
export class DefinitionCache implements KnownValues {
  private readonly values: Map<string, Json>;
  private readonly used = new Set<string>();
  private isChanged = false;

  /** @param code version of the code; part of every name */
  constructor(
    private readonly folder: string,
    private readonly code: string,
  ) {
    const read = this.read(this.valuesName());
    this.values = read instanceof Map ? (read as Map<string, Json>) : new Map<string, Json>();
  }

  find(text: string): { readonly value: Json } | undefined {
    const key = hashOf([text]);
    this.used.add(key);
    const value = this.values.get(key);
    return value === undefined ? undefined : { value };
  }

  add(text: string, value: Json): void {
    this.values.set(hashOf([text]), value);
    this.isChanged = true;
  }

  /**
   * What a check of a flow's sources found; undefined where none is known.
   *
   * @param environments that it was compiled for
   */
  checkOf(
    sources: Sources,
    flow: string,
    environments: readonly string[],
  ): CheckFindings | undefined {
    const read = this.read(this.checkName(sources, flow, environments));
    return typeof read === "object" && read !== null && "questions" in read
      ? (read as CheckFindings)
      : undefined;
  }

  /** Keeps what a check found. */
  addCheck(
    sources: Sources,
    flow: string,
    { environments, ...found }: { readonly environments: readonly string[] } & CheckFindings,
  ): void {
    this.write(this.checkName(sources, flow, environments), found);
  }

  /** Writes the values that were read since. */
  save(): void {
    if (!this.isChanged) return;
    this.isChanged = false;
    const body = serialize(this.values);
    const kept =
      body.length <= VALUES_BYTES
        ? this.values
        : new Map([...this.values].filter(([key]) => this.used.has(key)));
    this.write(this.valuesName(), kept);
    this.removeOld();
  }

  private valuesName(): string {
    return `values-${this.code}`;
  }

  private checkName(sources: Sources, flow: string, environments: readonly string[]): string {
    const read = [...sourcesOfFlow(sources, flow), ...commonSources(sources)];
    const parts = read.toSorted(([a], [b]) => (a < b ? -1 : 1)).flat();
    return `check-${this.code}-${hashOf([flow, environments.join(), ...parts])}`;
  }

  /** The value of a file; undefined for one that is absent, cut off or not ours. */
  private read(name: string): unknown {
    try {
      const bytes = readFileSync(join(this.folder, name));
      const [sum, body] = [bytes.subarray(0, 64).toString("latin1"), bytes.subarray(64)];
      return sum === sumOf(name, body) ? (deserialize(body) as unknown) : undefined;
    } catch {
      return undefined;
    }
  }

  private write(name: string, value: unknown): void {
    try {
      const body = serialize(value);
      mkdirSync(this.folder, { recursive: true });
      const path = join(this.folder, name);
      const draft = `${path}.${process.pid}`;
      writeFileSync(draft, Buffer.concat([Buffer.from(sumOf(name, body), "latin1"), body]));
      renameSync(draft, path);
    } catch {
      // Nothing is kept where nothing can be written.
    }
  }

  /** Removes what older code wrote, and all of its own checks once there are more than are kept. */
  private removeOld(): void {
    try {
      const names = readdirSync(this.folder);
      const checks = names.filter((name) => name.startsWith(`check-${this.code}-`));
      const surplus = checks.length > CHECKS_KEPT ? checks : [];
      for (const name of [...this.namesOfOldCode(names), ...surplus])
        rmSync(join(this.folder, name), { force: true });
    } catch {
      // The next process tries again.
    }
  }

  /** The files of all codes but this one and the {@link OTHER_CODES_KEPT} that wrote last. */
  private namesOfOldCode(names: readonly string[]): readonly string[] {
    const codes = new Set(names.flatMap((name) => codeOf(name) ?? []));
    codes.delete(this.code);
    return [...codes]
      .map((code) => {
        const own = names.filter((name) => codeOf(name) === code);
        const written = own.map((name) => statSync(join(this.folder, name)).mtimeMs);
        return { own, last: Math.max(...written) };
      })
      .toSorted((one, other) => other.last - one.last)
      .slice(OTHER_CODES_KEPT)
      .flatMap(({ own }) => own);
  }
}

/** The code that wrote a file of the cache; undefined for a file that is none. */
function codeOf(name: string): string | undefined {
  return /^(?:values|check)-([^-.]+)/.exec(name)?.[1];
}

/** Two texts never share a hash with their joined text: each has its length before it. */
function hashOf(texts: readonly string[]): string {
  const hash = createHash("sha256");
  for (const text of texts) hash.update(`${text.length}\0`).update(text);
  return hash.digest("hex");
}

/** The checksum of a file; one that lies under another's name does not fit. */
function sumOf(name: string, body: Uint8Array): string {
  return createHash("sha256").update(`${name}\0`).update(body).digest("hex");
}

let opened: DefinitionCache | undefined;

/**
 * The cache of this project, beside its packages; what this process reads is written when it ends.
 * Undefined where the code's version is unknown.
 */
export function openCache(): DefinitionCache | undefined {
  const code = codeVersion();
  if (opened !== undefined || code === undefined) return opened;
  opened = new DefinitionCache(join(projectFolder(), "node_modules/.cache/foyer"), code);
  setKnownValues(opened);
  const cache = opened;
  process.once("exit", () => cache.save());
  return opened;
}

/** Compiles a flow with every check, or takes over what the same check found before. */
export const compileCached = cachedCompile("all");

/** Compiles a version that was checked at its publish. */
export const compileCheckedCached = cachedCompile("shapes");

/** Compiles each variant on its first use. */
export const compileOnDemandCached = cachedCompile("compiled");

/** What the checks of a compilation found. */
export function findingsOf(result: CompileResult): CheckFindings {
  return result.ok
    ? { problems: result.warnings, questions: result.questions }
    : { problems: result.problems, questions: [] };
}

function cachedCompile(checks: NonNullable<CompileOptions["checks"]>) {
  return (
    cache: DefinitionCache | undefined,
    sources: Sources,
    flow: string,
    environments: readonly string[],
  ): CompileResult => {
    // Only the full check looks at variants, and so depends on the environment.
    const key = checks === "all" ? environments : [checks];
    const known = cache?.checkOf(sources, flow, key);
    if (known !== undefined && hasError(known.problems))
      return { ok: false, problems: known.problems };
    const result = compileFlow(sources, flow, environments, { checks, known });
    if (known === undefined) {
      cache?.addCheck(sources, flow, { environments: key, ...findingsOf(result) });
      cache?.save();
    }
    return result;
  };
}
