import { defineConfig } from "vitest/config";
import { SlowFirst } from "./tests/slow-first.ts";

/**
 * Four kinds of tests: pure ones, those that need a database, those that need the built page, and
 * those that need a browser too. They run one kind after the other. Pure ones keep a core busy each;
 * four of the others run at a time, since each waits for a database, a browser or a timer as well.
 * Each file has databases, folders and ports of its own.
 *
 * Files share the modules of their worker (`isolate: false`): loading them and compiling the shipped flows anew for each
 * file took more than half of the time. It can be done because what modules remember (files that were read, schemas that
 * were compiled, flows in `compileOnce` of tests/definitions.ts) follows from what they were given, and nothing changes it.
 */
export default defineConfig({
  test: {
    isolate: false,
    sequence: { sequencer: SlowFirst },
    // A second, which is the default, is what a page may take to come when the machine has something else to do.
    expect: { poll: { timeout: 15_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: "pure",
          include: ["tests/{engine,flows,content,architecture,web}/**/*.test.ts"],
          testTimeout: 180_000,
          maxWorkers: 2,
        },
      },
      {
        extends: true,
        test: {
          name: "server",
          include: ["tests/server/**/*.test.ts"],
          testTimeout: 120_000,
          hookTimeout: 120_000,
          maxWorkers: 4,
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        test: {
          name: "page",
          include: ["tests/page/**/*.test.ts"],
          testTimeout: 180_000,
          hookTimeout: 120_000,
          maxWorkers: 2,
          sequence: { groupOrder: 2 },
        },
      },
      {
        extends: true,
        test: {
          name: "browser",
          include: ["tests/browser/**/*.test.ts"],
          globalSetup: "tests/browser/chromium/global-setup.ts",
          runner: "tests/browser/chromium/runner.ts",
          testTimeout: 180_000,
          hookTimeout: 120_000,
          maxWorkers: 4,
          sequence: { groupOrder: 3 },
        },
      },
    ],
  },
});
