import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, it } from "vitest";

const foyer = async (...args: readonly string[]) =>
  promisify(execFile)("node", ["server/cli/foyer.mjs", ...args]).then(
    () => undefined,
    ({ code, stdout, stderr }: { code: number; stdout: string; stderr: string }) => ({
      code,
      stdout,
      stderr,
    }),
  );

it("foyer --json prints why a command could not do its work as JSON, and ends with exit 2", async () => {
  const failed = await foyer("env", "library-cart", "--json");
  const error = "there is no flow library-cart; did you mean library-card?";
  expect(failed?.code).toBe(2);
  expect(JSON.parse(failed?.stdout ?? "")).toEqual({ error });
  expect(failed?.stderr).toBe(`foyer: ${error}\n`);
});
