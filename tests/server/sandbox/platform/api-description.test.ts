import { createConfig, lintFromString } from "@redocly/openapi-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { outsideIsUp } from "../../service.ts";
import { TestPlatform } from "./test-platform.ts";

const outside = await outsideIsUp();

describe("/api/docs", { skip: !outside }, () => {
  let platform: TestPlatform;
  beforeAll(async () => {
    platform = await TestPlatform.start();
  });
  afterAll(() => platform?.stop());

  it("is valid OpenAPI 3.1 by the recommended rules of Redocly", async () => {
    const { body } = await platform.get("/api/docs");
    const found = await lintFromString({
      source: JSON.stringify(body),
      absoluteRef: "/api/docs.json",
      config: await createConfig({
        extends: ["recommended"],
        // Sign-in only redirects, and probes take nothing that could be wrong.
        rules: { "operation-2xx-response": "off", "operation-4xx-response": "off" },
      }),
    });
    const problems = found.map(
      ({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer ?? ""}`,
    );
    expect(problems).toEqual([]);
  });

  it("describes the screens beside the calls of the sandbox", async () => {
    const { body } = await platform.get("/api/docs");
    const { paths } = body as { paths: Record<string, Record<string, { operationId: string }>> };
    expect(Object.values(paths["/{screen}"] ?? {}).map(({ operationId }) => operationId)).toEqual(
      expect.arrayContaining(["readScreen", "submitScreen", "saveDraft"]),
    );
    expect(paths["/api/v2/applications"]?.["post"]?.operationId).toBe("post-v2-applications");
  });
});
