import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Files that take longest beside their size: begun last, each would keep one worker busy alone. */
const SLOW = [
  "server/tutorial",
  "server/contrary-platform",
  "server/owners",
  "server/versions",
  "server/storage/database/silent-database",
  "server/routes/sign-in/issuer-outside",
  "flows/contrary",
  "flows/roles",
  "browser/journeys",
  "browser/lists",
  "browser/parts",
];

/** Runs the slow files before all others; Vitest itself sorts by size on a machine that has run nothing yet. */
export class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isSlow = ({ moduleId }: TestSpecification) =>
      SLOW.some((name) => moduleId.endsWith(`/${name}.test.ts`));
    return [...sorted.filter(isSlow), ...sorted.filter((file) => !isSlow(file))];
  }
}
