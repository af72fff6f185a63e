import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { PROJECT } from "../definitions.ts";
import { ratioOf } from "./ratios.ts";

/** Figures of one round, by what was done; the first is what the others are compared with. */
type Round = Readonly<Record<string, number>>;

/** What a save costs, and what the command line costs before it does anything. */
export async function measureSaves({ rounds }: { readonly rounds: number }): Promise<void> {
  console.log("Saves of the largest flow: processor time, over parsing its files once");
  printRatios(Array.from({ length: rounds }, saveOnce), "ms");
  console.log("\nStarts: elapsed time, over a Node that does nothing");
  printRatios(Array.from({ length: rounds }, startOnce), "ms");
}

function saveOnce(): Round {
  const script = join(PROJECT, "tests/bench/save-once.ts");
  const printed = execFileSync(process.execPath, ["--import", "tsx", script], {
    cwd: PROJECT,
    encoding: "utf8",
  });
  return JSON.parse(printed) as Round;
}

function startOnce(): Round {
  const cli = join(PROJECT, "server/cli/foyer.mjs");
  return {
    "node -e 0": elapsed(["-e", "0"]),
    "foyer --help": elapsed([cli, "--help"]),
    "npm start's build, nothing changed": elapsed([join(PROJECT, "server/build.mjs")]),
    "foyer where config.pollEveryMs": elapsed([cli, "where", "config.pollEveryMs"]),
  };
}

/** Milliseconds that a program takes. */
function elapsed(args: readonly string[]): number {
  const begin = performance.now();
  execFileSync(process.execPath, args, { cwd: PROJECT, stdio: "ignore" });
  return performance.now() - begin;
}

function printRatios(rounds: readonly Round[], unit: string): void {
  const [first] = rounds;
  const [baseline = ""] = Object.keys(first ?? {});
  for (const name of Object.keys(first ?? {})) {
    const ratio = ratioOf(rounds.map((round) => [round[name] ?? 0, round[baseline] ?? 0]));
    const mean = rounds.reduce((sum, round) => sum + (round[name] ?? 0), 0) / rounds.length;
    const [value, low, high] = [ratio.value, ratio.low, ratio.high].map((each) => each.toFixed(2));
    console.log(
      `  ${name.padEnd(42)}${mean.toFixed(0).padStart(7)} ${unit}${`${value ?? ""}×`.padStart(9)}   95 %: ${low ?? ""} to ${high ?? ""}`,
    );
  }
}
