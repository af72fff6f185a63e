import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ScreenView } from "../../engine/render/view.ts";
import type { Service } from "../../server/service.ts";
import { HOUSEHOLD } from "../definitions.ts";
import { outsideIsUp, testService, Visitor } from "./service.ts";

const outside = await outsideIsUp();

/** What the register answers next. */
let offices: unknown;
let register: Server;
let service: Service;
let stop: () => Promise<void>;
beforeAll(async () => {
  register = createServer((_, response) => {
    response.statusCode = offices === undefined ? 503 : 200;
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify({ offices }));
  });
  await new Promise<void>((ready) => register.listen(0, "localhost", ready));
  const url = `http://localhost:${(register.address() as AddressInfo).port}`;
  ({ service, stop } = await testService(outside ? "outside" : "embedded", {
    FOYER_FLOWS: HOUSEHOLD,
    REGISTER_URL: url,
  }));
});
afterAll(async () => {
  await stop?.();
  register?.close();
});

async function neighbour(): Promise<Visitor> {
  const visitor = new Visitor(service);
  await visitor.get("/household");
  await visitor.act("submit");
  expect(visitor.path).toMatch(/\/members$/);
  return visitor;
}

const viewOf = async (visitor: Visitor) => (await visitor.get(visitor.path)).json() as ScreenView;

async function add(visitor: Visitor, first: string): Promise<void> {
  const { form } = await viewOf(visitor);
  const hidden = (form?.ui["any"] as { "ui:widget"?: string } | undefined)?.["ui:widget"];
  await visitor.act("submit", hidden === "hidden" ? { another: "yes" } : { any: "yes" });
  expect(visitor.path).toMatch(/\/members\/new$/);
  await visitor.act("submit", { firstName: first, lastName: "Noor" });
  expect(visitor.path).toMatch(/\/members$/);
}

describe("POST {path} of a list that asks for its entries", () => {
  it("saves added entries in order, and shows the limit", async () => {
    const visitor = await neighbour();
    for (const name of ["Ada", "Bo", "Kim"]) await add(visitor, name);
    const { list } = await viewOf(visitor);
    expect(list?.items.map(({ title }) => title)).toEqual(["Ada Noor", "Bo Noor", "Kim Noor"]);
    expect(list?.limits).toBe(
      "You have added 3, and no more can be added. To add another, remove one.",
    );
  });

  it("keeps one entry for a press that is repeated", async () => {
    const visitor = await neighbour();
    await visitor.act("submit", { any: "yes" });
    const { revision } = await viewOf(visitor);
    const body = {
      action: "submit",
      revision,
      data: { firstName: "Ada", lastName: "Noor" },
    };
    const headers = { "idempotency-key": "4f6b9c52-7f5e-4f3a-8a29-94e1f0d6a001" };
    const path = visitor.path;
    const answers = [];
    for (let time = 0; time < 2; time++) answers.push(await visitor.post(body, headers, path));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
    const { list } = (await visitor.get(path.replace(/\/new$/, ""))).json() as ScreenView;
    expect(list?.items.length).toBe(1);
  });

  it("answers 409 for an entry that was removed meanwhile, and takes it again after that", async () => {
    const visitor = await neighbour();
    await add(visitor, "Ada");
    const before = await viewOf(visitor);
    const id = before.list?.items[0]?.id ?? "";
    const list = visitor.path;
    const page = `${list}/${id}`;
    const { revision } = (await visitor.get(page)).json() as ScreenView;
    await visitor.post({ action: "remove", item: id, data: {}, revision }, {}, list);
    const send = (at: number) =>
      visitor.post(
        { action: "submit", revision: at, data: { firstName: "Ada", lastName: "N" } },
        {},
        page,
      );
    expect((await send(revision)).statusCode).toBe(409);
    const gone = (await visitor.get(page)).json() as ScreenView;
    expect(gone.blocks.map((block) => block.id)).toEqual(["gone"]);
    expect((await send(gone.revision)).statusCode).toBe(200);
    const after = (await visitor.get(list)).json() as ScreenView;
    expect(after.list?.items.map((item) => [item.id, item.title])).toEqual([[id, "Ada N"]]);
  });
});

describe("choices that a call brings", () => {
  it("are offered, reported where there are none, and refused once they are gone", async () => {
    const visitor = await neighbour();
    await visitor.act("submit", { any: "no" });
    for (const street of ["1 Elm Row", "2 Elm Row"]) {
      await visitor.act("add");
      await visitor.act("submit", { street, town: "Alder" });
    }
    offices = undefined;
    await visitor.act("submit", { another: "no" });
    expect(visitor.path).toMatch(/\/office$/);
    const failed = await viewOf(visitor);
    const placeOf = ({ form }: ScreenView) => form?.ui["place"] as Record<string, unknown>;
    expect(placeOf(failed)["ui:description"]).toBe("There is no office to choose from right now.");
    offices = [
      { id: "east", name: "East", street: "1 Elm Row" },
      { id: "", name: "Nowhere" },
    ];
    const found = await viewOf(visitor);
    expect(placeOf(found)["ui:options"]).toMatchObject({
      choices: [{ value: "east", label: "East" }],
      details: ["1 Elm Row"],
    });
    const refused = await visitor.act("submit", { place: "north" });
    expect(refused.statusCode).toBe(422);
    expect(refused.json()).toMatchObject({
      errors: [{ pointer: "/place", message: "This office has closed. Choose another." }],
    });
    await visitor.act("submit", { place: "east" });
    expect(visitor.path).toMatch(/\/check$/);
  });
});
