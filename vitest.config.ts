import { defineConfig } from "vitest/config";

/**
 * Three kinds of tests: pure ones, those that need a database, and those that need a browser and the built page. They
 * run one kind after the other: each test of the server has a database and ports of its own, so that two run at once; a
 * browser has the machine to itself.
 */
export default defineConfig({
  test: {
    projects: [
      { test: { name: "pure", include: ["tests/{engine,flows,content,architecture,web}/**/*.test.ts"], testTimeout: 60_000 } },
      { test: { name: "server", include: ["tests/server/**/*.test.ts"], testTimeout: 60_000, hookTimeout: 120_000, maxWorkers: 2, sequence: { groupOrder: 1 } } },
      { test: { name: "browser", include: ["tests/browser/**/*.test.ts"], testTimeout: 180_000, hookTimeout: 120_000, fileParallelism: false, sequence: { groupOrder: 2 } } },
    ],
  },
});
