import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { CallRequest } from "../../../../engine/transition/input.ts";
import { countCall } from "../../../../server/application/visit/count-call.ts";
import { CallCounts } from "../../../../server/storage/repositories/call-counts.ts";
import { openVault } from "../../../../server/storage/secrets/vault.ts";
import { outsideIsUp } from "../../service.ts";
import { openOwnDatabase } from "../../storage/own-database.ts";

describe("countCall()", { skip: !(await outsideIsUp()) }, () => {
  let close: () => Promise<void>;
  let counts: CallCounts;
  beforeAll(async () => {
    const opened = await openOwnDatabase();
    ({ close } = opened);
    counts = new CallCounts(opened.database, openVault(Buffer.alloc(32, 7).toString("base64")));
  });
  afterAll(() => close?.());

  const request = (per: "application" | "address" | "recipient", call = "sendCode", to = "") =>
    ({ call, body: { to }, limits: [{ per, most: 1, minutes: 10 }] }) as unknown as CallRequest;
  const from = (address: string, application: string = randomUUID(), flow = "library-card") => ({
    flow,
    application,
    scope: { id: "r", address },
  });

  it("lets a call without limits through", async () => {
    const free = { call: "look" } as unknown as CallRequest;
    for (let times = 0; times < 3; times++)
      expect(await countCall(free, randomUUID(), from("203.0.113.1"), counts)).toBe(true);
  });

  it("counts by application, for any address of its visitor", async () => {
    const key = randomUUID();
    const by = request("application");
    expect(await countCall(by, randomUUID(), from("203.0.113.1", key), counts)).toBe(true);
    expect(await countCall(by, randomUUID(), from("203.0.113.2", key), counts)).toBe(false);
    expect(await countCall(by, randomUUID(), from("203.0.113.1"), counts)).toBe(true);
  });

  it("counts by address, over applications", async () => {
    const by = request("address", "byAddress");
    expect(await countCall(by, randomUUID(), from("203.0.113.7"), counts)).toBe(true);
    expect(await countCall(by, randomUUID(), from("203.0.113.7"), counts)).toBe(false);
    expect(await countCall(by, randomUUID(), from("203.0.113.8"), counts)).toBe(true);
  });

  it("counts by recipient, over applications and however the address is written", async () => {
    const to = (recipient: string) => request("recipient", "mail", recipient);
    const count = async (recipient: string) =>
      countCall(to(recipient), randomUUID(), from("203.0.113.9"), counts);
    expect(await count("ann@home.example")).toBe(true);
    expect(await count(" Ann@Home.example")).toBe(false);
    expect(await count("bo@home.example")).toBe(true);
  });

  it("has no limit for a private address, which is a proxy's", async () => {
    const by = request("address", "byProxy");
    for (let times = 0; times < 3; times++)
      expect(await countCall(by, randomUUID(), from("10.0.0.1"), counts)).toBe(true);
  });

  it("counts each flow by itself", async () => {
    const key = randomUUID();
    const by = request("application", "perFlow");
    expect(await countCall(by, randomUUID(), from("203.0.113.1", key), counts)).toBe(true);
    const other = from("203.0.113.1", key, "register");
    expect(await countCall(by, randomUUID(), other, counts)).toBe(true);
  });

  it("counts a call that resumes after a crash once", async () => {
    const [call, key] = [randomUUID(), randomUUID()];
    const by = request("application", "resumed");
    for (let times = 0; times < 3; times++)
      expect(await countCall(by, call, from("203.0.113.1", key), counts)).toBe(true);
  });
});
