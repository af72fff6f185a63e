import { parseArgs } from "node:util";
import { measureDecisions } from "./decisions.ts";
import { measureForms } from "./forms.ts";
import { measurePages } from "./page.ts";
import { measureRules } from "./rules.ts";
import { measureSaves } from "./saves.ts";
import { measureSteps } from "./step/measure-steps.ts";
import { measureWeight } from "./weight.ts";

/*
 * Speed as ratios to a baseline measured in the same run: absolute figures belong to a machine,
 * ratios do not. `npm run bench -- [PART…] [OPTIONS]`, on the production build; without a name all
 * parts. Exit 1 when a step was answered wrongly.
 */

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: "string", default: "8" },
    seconds: { type: "string", default: "3" },
    embedded: { type: "boolean", default: false },
    works: { type: "string", default: "" },
    help: { type: "boolean", default: false },
  },
});

const USAGE = `npm run bench -- [PART…] [OPTIONS]

parts, all of them without a name
  decisions   rules, tables and forms beside libraries for them
  forms       submitted forms validated, beside Ajv and zod
  rules       the first of many rules that holds, beside other evaluators
  saves       a saved file compiled, and starts of the command line
  step        the built service beside bare Fastify: steps, views, pages, a journey
  weight      JavaScript of a page
  page        a form in Chromium beside other renderers

options of step
  --rounds N      rounds, which the 95 % intervals are taken over (8)
  --seconds S     of each work in each round (3)
  --works REGEX   works to measure (all)
  --embedded      over the PostgreSQL that the service starts for itself`;

const PARTS = {
  decisions: measureDecisions,
  forms: () => measureForms({ rounds: Number(values.rounds) }),
  rules: () => measureRules({ rounds: Number(values.rounds) }),
  saves: async () => measureSaves({ rounds: Number(values.rounds) }),
  step: async () => {
    const wrong = await measureSteps({
      rounds: Number(values.rounds),
      seconds: Number(values.seconds),
      embedded: values.embedded,
      works: new RegExp(values.works),
    });
    if (wrong === 0) return;
    console.error(`${wrong} answers were wrong`);
    process.exitCode = 1;
  },
  weight: async () => measureWeight(),
  page: async () => {
    console.log(
      "The page in Chromium beside other renderers of forms, slow 4G and a CPU slowed four times; ratios to static HTML",
    );
    await measurePages();
  },
} as const;

if (values.help) {
  console.log(USAGE);
  process.exit(0);
}
const names = positionals.length > 0 ? positionals : Object.keys(PARTS);
const unknown = names.filter((name) => !Object.hasOwn(PARTS, name));
if (unknown.length > 0)
  throw new Error(
    `there is no part ${unknown.join(", ")}; there are ${Object.keys(PARTS).join(", ")}`,
  );
for (const name of names) await PARTS[name as keyof typeof PARTS]();
