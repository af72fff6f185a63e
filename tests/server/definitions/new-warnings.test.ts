import { expect, it } from "vitest";
import { NewWarnings } from "../../../server/definitions/new-warnings.ts";

const warning = (message: string, line = 1) => ({
  code: "FLOW-COPY-UNUSED",
  severity: "warning" as const,
  message,
  file: "content/visit/en-US/support.yaml",
  line,
  column: 1,
});

it("NewWarnings gives each warning once, and again once it was gone", () => {
  const warnings = new NewWarnings();
  const messages = (...said: ReturnType<typeof warning>[]) =>
    warnings.of(said).map(({ message }) => message);
  expect(messages(warning("one"), warning("two"))).toEqual(["one", "two"]);
  expect(messages(warning("one", 7), warning("three"))).toEqual(["three"]);
  expect(messages(warning("two"))).toEqual(["two"]);
});
