import { BaseSequencer, type TestSpecification } from "vitest/node";

/**
 * Files that take longest, the longest first: begun last, each would keep one worker busy alone.
 */
const SLOW = [
  "server/owners",
  "server/storage/database/silent-database",
  "server/versions",
  "server/tutorial",
  "server/definitions/edited-flows",
  "server/definitions/watch-folders",
  "server/outcome-mails",
  "server/development",
  "server/contrary-platform",
  "server/routes/sign-in/issuer-outside",
  "flows/merchant-mistakes",
  "flows/compiled-views",
  "flows/contrary",
  "flows/roles",
  "flows/cases",
  "browser/journeys",
  "browser/sweep",
  "browser/blocks",
  "browser/promises",
  "browser/trouble",
  "browser/lists",
  "browser/every-form",
  "browser/choices",
  "browser/accessibility-trees",
  "browser/adversity",
  "browser/parts",
];

/**
 * Runs the slow files before all others; Vitest itself sorts by size on a machine that has run
 * nothing yet.
 */
export class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const places = new Map(
      sorted.map((file) => [
        file,
        SLOW.findIndex((name) => file.moduleId.endsWith(`/${name}.test.ts`)),
      ]),
    );
    const placeOf = (file: TestSpecification) => places.get(file) ?? -1;
    const slow = sorted.filter((file) => placeOf(file) >= 0);
    return [
      ...slow.toSorted((a, b) => placeOf(a) - placeOf(b)),
      ...sorted.filter((file) => placeOf(file) < 0),
    ];
  }
}
