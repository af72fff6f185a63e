import { expect, it } from "vitest";
import { secretsIn } from "../../../../server/routes/webhooks/secrets-in.ts";

it("secretsIn() splits at commas and leaves out blanks", () => {
  expect(secretsIn(" new ,old,, ")).toEqual(["new", "old"]);
});
