import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Service } from "../../../../server/service.ts";
import { ANSWERS, fillInButIdentity, outsideIsUp, testService, Visitor } from "../../service.ts";

describe("typedSecretsNotice()", { skip: !(await outsideIsUp()) }, () => {
  let service: Service;
  let stop: () => Promise<void>;
  beforeAll(async () => {
    ({ service, stop } = await testService("outside"));
  });
  afterAll(() => stop?.());

  it("is on the page that a refused form is drawn on, for a browser without scripts", async () => {
    const visitor = new Visitor(service);
    await fillInButIdentity(visitor);
    const { path, revision } = visitor;
    const press = async (data: object) => {
      const body = { action: "submit", data: { ...ANSWERS.identity, ...data }, revision };
      return visitor.post(body, { accept: "text/html" }, path);
    };
    const refused = await press({ ssn4: "9901", line1: "PO Box 7" });
    expect(refused.statusCode).toBe(422);
    expect(refused.body).not.toContain("9901");
    expect(refused.body).toMatch(/Enter once more: [^<{]*SSN/);
    const empty = await press({ ssn4: "", line1: "PO Box 7" });
    expect(empty.statusCode).toBe(422);
    expect(empty.body).not.toMatch(/Enter once more: [^{]/);
  });
});
