import { expect, it } from "vitest";
import { compileFlow } from "../../../engine/compile/compile-flow.ts";
import { wantedVariables } from "../../../server/calls/wanted-variables.ts";
import { shippedSources } from "../../definitions.ts";

const SERVICES = `services:
  shelf:
    description: The shelves
    baseUrlFrom: SHELF_URL
    headers: { x-town: { env: SHELF_TOWN } }
    auth:
      kind: oauth2
      tokenUrlFrom: SHELF_TOKEN_URL
      clientId: SHELF_CLIENT_ID
      clientSecret: SHELF_CLIENT_SECRET
`;

it("wantedVariables() lists each variable with its service, when it is needed, and whether it is set", async () => {
  const sources = new Map([
    ...(await shippedSources),
    ["flows/library-card/services.yaml", SERVICES],
  ]);
  const result = compileFlow(sources, "library-card", ["LOCAL"]);
  if (!result.ok) throw new Error(result.problems.map(({ message }) => message).join("\n"));
  const wanted = wantedVariables(result.flow, { SHELF_CLIENT_SECRET: "secret", SHELF_URL: "" });
  expect(wanted.map(({ name, by, needed, set }) => [name, by, needed, set])).toEqual([
    ["SHELF_URL", "shelf", "in OTE and production", false],
    ["SHELF_TOKEN_URL", "shelf", "with SHELF_URL", false],
    ["SHELF_CLIENT_ID", "shelf", "with SHELF_URL", false],
    ["SHELF_CLIENT_SECRET", "shelf", "with SHELF_URL", true],
    ["SHELF_TOWN", "shelf", "optional", false],
  ]);
  expect(JSON.stringify(wanted)).not.toContain('"secret"');
});
