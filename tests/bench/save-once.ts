import { compileSteps } from "../../engine/compile/compile-flow.ts";
import { CompileMemory } from "../../engine/compile/compile-memory.ts";
import { sourcesOfFlow } from "../../engine/compile/flow-sources.ts";
import type { Sources } from "../../engine/language/sources.ts";
import { readYaml } from "../../engine/source/read-yaml.ts";
import { FileReader } from "../../server/definitions/read-files.ts";
import { readSourceFiles } from "../../server/definitions/read-sources.ts";
import { PROJECT } from "../definitions.ts";
import { mustReplace } from "../must-replace.ts";

/*
 * One process of `npm run bench -- saves`: prints the processor time in ms of each work as JSON.
 * The largest flow is compiled for a developer's machine, then files of it are saved, each one
 * three times.
 */

const FLOW = "merchant-signup";
const SAVES: Readonly<Record<string, readonly [file: string, from: RegExp]>> = {
  "a save of a text": [`content/${FLOW}/en-US/screens/applicant.yaml`, /$/],
  "of a form": [`schemas/${FLOW}/forms/applicant.yaml`, /$/],
  "of a screen": [`flows/${FLOW}/screens/applicant.yaml`, /$/],
  "of a table": [`flows/${FLOW}/transitions/resume.yaml`, /$/],
  "of the guards": [`flows/${FLOW}/guards.yaml`, /$/],
};

const took: Record<string, number> = {};

function timed<T>(name: string, work: () => T): T {
  const before = process.cpuUsage();
  const made = work();
  const { user, system } = process.cpuUsage(before);
  took[name] = Math.min(took[name] ?? Infinity, (user + system) / 1000);
  return made;
}

function compile(sources: Sources, memory: CompileMemory): void {
  const steps = compileSteps(sources, FLOW, ["LOCAL"], { memory });
  for (;;) {
    const step = steps.next();
    if (step.done !== true) continue;
    if (!step.value.ok) throw new Error(step.value.problems[0]?.message);
    return;
  }
}

const reader = new FileReader();
let { sources } = await readSourceFiles(PROJECT, PROJECT, reader);
const own = sourcesOfFlow(sources, FLOW);
const documents = timed("the flow's files parsed once", () =>
  [...own].map(([path, text]) => readYaml(path, text)),
);
if (documents.some(({ problems }) => problems.length > 0)) throw new Error("a file is broken");
const memory = new CompileMemory();
timed("compiled and checked", () => compile(sources, memory));
for (let round = 0; round < 3; round++)
  for (const [name, [file, from]] of Object.entries(SAVES)) {
    sources = new Map(sources).set(file, mustReplace(sources.get(file), from, `\n# ${round}\n`));
    timed(name, () => compile(sources, memory));
  }
const before = process.cpuUsage();
await readSourceFiles(PROJECT, PROJECT, reader);
const { user, system } = process.cpuUsage(before);
took["the folder read again, nothing changed"] = (user + system) / 1000;
console.log(JSON.stringify(took));
