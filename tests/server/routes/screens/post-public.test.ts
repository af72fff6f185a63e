import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Service } from "../../../../server/service.ts";
import { outsideIsUp, testService, Visitor } from "../../service.ts";

/** A page that is open to all, for an application that Foyer does not have. */
const PAGE = "/urn:app:7d3c4f0e-2b5a-4c58-9b31-0a8f6f0c9d11/phone-auth/confirmation";

describe("POST {a page that is open to all}", { skip: !(await outsideIsUp()) }, () => {
  let service: Service;
  let stop: () => Promise<void>;
  beforeAll(async () => {
    ({ service, stop } = await testService("outside"));
  });
  afterAll(() => stop?.());

  const post = async (action: string, headers: Record<string, string> = {}) =>
    new Visitor(service).post({ action, data: {}, revision: 0 }, headers, PAGE);

  it("answers 409 with the present page to an action that the page does not offer now", async () => {
    const answer = await post("again");
    expect(answer.statusCode).toBe(409);
    expect(answer.json()).toMatchObject({
      type: "urn:foyer:problem:stale",
      title: "The application changed in the meantime",
      view: { screen: "phone-auth-confirmation" },
    });
  });

  it("shows the present page where no script runs", async () => {
    const answer = await post("again", { accept: "text/html" });
    expect(answer.statusCode).toBe(409);
    expect(answer.headers["content-type"]).toContain("text/html");
  });

  it("answers 422 `unknown-action` to an action that the page does not have", async () => {
    const answer = await post("none");
    expect(answer.statusCode).toBe(422);
    expect(answer.json()).toMatchObject({
      type: "urn:foyer:problem:unknown-action",
      title: "The page has no such action",
    });
  });
});
