import { spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { PROJECT } from "../../../definitions.ts";

const MODULE = join(PROJECT, "server/cli/development/parent-gone.ts");

/** A process that tells its id, and ends once its parent is gone. */
const WATCHING = [
  `import { onParentGone } from ${JSON.stringify(MODULE)};`,
  "onParentGone(() => process.exit(0), 100);",
  "setTimeout(() => process.exit(1), 60000);",
  "setTimeout(() => console.log(process.pid), 1000);",
].join(" ");

/** Starts what watches below a parent, as a package manager does; gives both. */
async function started(inShell: boolean) {
  const watching = [process.execPath, "--import", "tsx", "--input-type=module", "-e", WATCHING];
  const quoted = watching.map((part) => `'${part.replaceAll("'", `'\\''`)}'`).join(" ");
  // The second command keeps the shell from becoming the first one.
  const command = inShell ? ["sh", "-c", `${quoted}; true`] : watching;
  const [file = "", ...args] = command;
  const script = `require("node:child_process").spawn(${JSON.stringify(file)}, ${JSON.stringify(args)}, { stdio: "inherit", cwd: ${JSON.stringify(PROJECT)} }); setTimeout(() => {}, 60000)`;
  const parent = spawn(process.execPath, ["-e", script], { stdio: ["ignore", "pipe", "inherit"] });
  const [told] = (await once(parent.stdout, "data")) as [Buffer];
  return { parent, pid: Number(told.toString()) };
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

describe("onParentGone()", () => {
  it.each([
    ["SIGKILL", false],
    ["SIGKILL", true],
    ["SIGTERM", true],
  ] as const)("ends a process whose parent got %s; in a shell: %s", async (signal, inShell) => {
    const { parent, pid } = await started(inShell);
    expect(isAlive(pid)).toBe(true);
    parent.kill(signal);
    for (let tries = 0; tries < 100 && isAlive(pid); tries += 1) await sleep(100);
    expect(isAlive(pid)).toBe(false);
  });
});
