import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { PROJECT } from "../definitions.ts";

/**
 * The name of the header as a literal, or Fastify's own way of redirecting, wherever it may be
 * meant as a header.
 */
const NAMES_LOCATION = /["'`]location["'`]|\.redirect\(|\bheaders?\b[^;\n]*\blocation:/i;

/** Every place that names the header, and why it may. */
const MAY: Readonly<Record<string, string>> = {
  "server/routes/redirect.ts": "the one place that sets it on an answer to a browser",
  "server/calls/transport.ts": "reads what a service answered",
  "server/sandbox/platform/once-failures.ts":
    "the sandbox's API answers what a table of tests says",
  "server/sandbox/platform/platform-routes.ts": "hands on what the sandbox's API answered",
};

it.each([
  ['reply.header("location", visit.path)', true],
  ["reply.headers({ 'Location': path })", true],
  ["reply.redirect(request.url)", true],
  ["reply.headers({ location: request.url })", true],
  ["return { kind, location: next.path };", false],
])("%s names the header: %s", (line, named) => {
  expect(NAMES_LOCATION.test(line)).toBe(named);
});

it("one module alone sends browsers to another address", () => {
  const found = readdirSync(join(PROJECT, "server"), { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".ts"))
    .filter((path) =>
      readFileSync(join(PROJECT, "server", path), "utf8")
        .split("\n")
        .some((line) => NAMES_LOCATION.test(line)),
    )
    .map((path) => `server/${path}`);
  expect(found.toSorted()).toEqual(Object.keys(MAY).toSorted());
});
