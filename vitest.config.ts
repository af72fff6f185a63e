import { defineConfig } from "vitest/config";

/**
 * Three kinds of tests: pure ones, those that need a database, and those that need a browser and the built page. They
 * run one kind after the other, two files at a time: each has databases, folders and ports of its own.
 */
export default defineConfig({
  test: {
    projects: [
      { test: { name: "pure", include: ["tests/{engine,flows,content,architecture,web}/**/*.test.ts"], testTimeout: 60_000, maxWorkers: 2 } },
      { test: { name: "server", include: ["tests/server/**/*.test.ts"], testTimeout: 60_000, hookTimeout: 120_000, maxWorkers: 2, sequence: { groupOrder: 1 } } },
      { test: { name: "browser", include: ["tests/browser/**/*.test.ts"], testTimeout: 180_000, hookTimeout: 120_000, maxWorkers: 2, sequence: { groupOrder: 2 } } },
    ],
  },
});
