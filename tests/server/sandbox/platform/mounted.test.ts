import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ServiceDefinition } from "../../../../engine/language/call.ts";
import { runCall } from "../../../../server/calls/run-call.ts";
import type { Service } from "../../../../server/service.ts";
import { outsideIsUp, testService } from "../../service.ts";
import { applicationWith, tagged } from "./test-platform.ts";

const outside = await outsideIsUp();

describe("the platform over HTTP", { skip: !outside }, () => {
  let service: Service;
  let stop: () => Promise<void>;
  let url: string;
  beforeAll(async () => {
    ({ service, stop } = await testService("outside"));
    url = await service.app.listen({ port: 0, host: "127.0.0.1" });
  });
  afterAll(() => stop?.());

  const create = async (tokens: string) => {
    const id = `urn:app:${randomUUID()}`;
    const body = JSON.stringify(
      applicationWith({ application: { id }, applicant: { email: tagged(tokens) } }),
    );
    const answer = await fetch(`${url}/api/v2/applications`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body,
    });
    expect(answer.status).toBe(200);
    return `/api/v2/applications/${id}`;
  };
  const SERVICE: ServiceDefinition = { description: "The platform", baseUrlFrom: "PLATFORM_URL" };
  const onboard = (path: string) =>
    runCall(
      {
        call: "onboard",
        service: "platform",
        method: "POST",
        path: `${path}/onboard`,
        headers: {},
        timeoutMs: 5000,
        continuation: {
          path: "/",
          screen: "x",
          action: "x",
          remaining: [],
          with: null,
          form: {},
          query: {},
        },
      },
      SERVICE,
      { environment: { PLATFORM_URL: url }, sandboxes: new Map() },
      randomUUID(),
    );

  it.each(["null", "[]", '"4111"', "1", "{}", '{"number":4111}'])(
    "asks the card frame's own page for a card, after any body: %s",
    async (body) => {
      const answer = await fetch(`${url}/sandbox/card`, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body,
      });
      expect(answer.status).toBe(422);
      expect(await answer.json()).toMatchObject({
        errors: [{ field: "number" }, { field: "expiration" }, { field: "cvv" }, {}],
      });
    },
  );

  it("answers as it does in process: decisions, statuses, locations, connections that drop", async () => {
    expect(await onboard(await create("declined"))).toMatchObject({
      status: 200,
      answer: { decision: "DECLINED" },
    });
    expect(await onboard(await create("http504"))).toMatchObject({ status: 504 });
    expect(await onboard(await create("r417"))).toMatchObject({
      status: 417,
      location: "https://partner.example/welcome",
    });
    expect(await onboard(await create("net"))).toEqual({ outcome: "network", answer: null });
    // The service goes on.
    expect(await onboard(await create("approved"))).toMatchObject({ status: 200 });
  });

  it("refuses an id that is longer than any, and a method that no address has, in the documented form", async () => {
    const long = await fetch(`${url}/api/v2/applications/urn:app:${"a".repeat(400)}`);
    expect([long.status, long.headers.get("content-type")]).toEqual([
      400,
      expect.stringContaining("application/problem+json"),
    ]);
    expect(await long.json()).toMatchObject({ status: 400, message: "The address is malformed" });
    const patch = await fetch(`${url}/get-started`, { method: "PATCH" });
    expect([patch.status, patch.headers.get("allow"), patch.headers.get("content-type")]).toEqual([
      405,
      "GET, HEAD, POST, PUT, OPTIONS",
      expect.stringContaining("application/problem+json"),
    ]);
    expect(await patch.json()).toMatchObject({
      type: "urn:foyer:problem:method",
      title: "PATCH is not understood here",
    });
  });

  it("is mounted under /v1 too, and sends Retry-After", async () => {
    const stores = await fetch(`${url}/v1/gql`, {
      method: "POST",
      headers: { "content-type": "application/json", "x-customer": "two-accounts@example.com" },
      body: JSON.stringify({ query: "{ storesList { total } }" }),
    });
    expect(await stores.json()).toEqual({ data: { storesList: { total: 3 } } });
    const path = await create("otp");
    for (let sent = 0; sent < 5; sent++) await fetch(`${url}${path}/otp-code`, { method: "POST" });
    const refused = await fetch(`${url}${path}/otp-code`, { method: "POST" });
    expect([
      refused.status,
      refused.headers.get("retry-after"),
      refused.headers.get("content-type"),
    ]).toEqual([429, "3600", expect.stringContaining("problem+json")]);
  });

  it("takes a beacon as browsers send it", async () => {
    const path = await create("pending");
    expect((await fetch(`${url}${path}/notification`, { method: "POST" })).status).toBe(204);
  });
});
