import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { ScreenView } from "../../engine/render/view.ts";
import type { Service } from "../../server/service.ts";
import { TOOL_SHARE } from "../definitions.ts";
import { outsideIsUp, testService, Visitor } from "./service.ts";

const outside = await outsideIsUp();

/** The office of the small flow: what it was told. */
const told: string[] = [];
let office: Server;
let service: Service;
let stop: () => Promise<void>;
beforeAll(async () => {
  office = createServer((request, response) => {
    told.push(`${request.method} ${request.url}`);
    response.end("{}");
  });
  await new Promise<void>((ready) => office.listen(0, "localhost", ready));
  const url = `http://localhost:${(office.address() as AddressInfo).port}`;
  ({ service, stop } = await testService(outside ? "outside" : "embedded", {
    FOYER_FLOWS: TOOL_SHARE,
    OFFICE_URL: url,
  }));
});
afterAll(async () => {
  await stop?.();
  office?.close();
});
afterEach(() => {
  told.length = 0;
});

async function member(): Promise<Visitor> {
  const visitor = new Visitor(service);
  await visitor.get("/tools");
  await visitor.act("submit");
  await visitor.act("submit", { plan: "maker", drills: 2, ladders: 1 });
  expect(visitor.path).toMatch(/\/order$/);
  return visitor;
}

const form = { "content-type": "application/x-www-form-urlencoded" };

describe("POST {path} when the page is closed", () => {
  const close = (visitor: Visitor, path = visitor.path) =>
    visitor.post("action=%40unload", form, path);

  it("answers 204, makes the flow's call and changes nothing", async () => {
    const visitor = await member();
    const before = (await visitor.get(visitor.path)).json() as ScreenView;
    expect(before.unload).toBe(true);
    const response = await close(visitor);
    expect([response.statusCode, response.body]).toEqual([204, ""]);
    expect(told).toEqual([
      `POST ${visitor.path.replace("/tools/", "/left/").replace("/order", "")}`,
    ]);
    const after = (await visitor.get(visitor.path)).json() as ScreenView;
    expect([after.revision, after.screen]).toEqual([before.revision, before.screen]);
  });

  it.each([
    ["while the flow wants no call", async () => new Visitor(service)],
    [
      "of somebody else's application",
      async () => {
        const owner = await member();
        const stranger = await member();
        stranger.path = owner.path;
        return stranger;
      },
    ],
    [
      "without a session",
      async () => {
        const owner = await member();
        const nobody = new Visitor(service);
        nobody.path = owner.path;
        return nobody;
      },
    ],
  ])("answers 204 and does nothing %s", async (_, visitor) => {
    const who = await visitor();
    expect((await close(who, who.path === "/get-started" ? "/tools" : who.path)).statusCode).toBe(
      204,
    );
    expect(told).toEqual([]);
  });

  it("is refused when another site sends it", async () => {
    const visitor = await member();
    expect(
      (await visitor.post("action=%40unload", { ...form, "sec-fetch-site": "cross-site" }))
        .statusCode,
    ).toBe(403);
    expect(told).toEqual([]);
  });
});

describe("GET {path}", () => {
  it("shows the end of the session to a visitor who has one", async () => {
    const visitor = new Visitor(service);
    expect(((await visitor.get("/tools")).json() as ScreenView).session).toBeUndefined();
    await visitor.act("submit");
    const { session } = (await visitor.get(visitor.path)).json() as ScreenView;
    // Two hours, less the minute in which its use need not be written down.
    expect(session?.endsInMs).toBe(7_140_000);
  });

  it("allows frames of this site and of listed origins in a page, and no frame around a screen", async () => {
    const page = await new Visitor(service).get("/tools", { accept: "text/html" });
    expect(page.headers["content-security-policy"]).toContain("frame-src 'self';");
    expect(page.headers["content-security-policy"]).toContain("frame-ancestors 'none'");
    expect(page.headers["x-frame-options"]).toBe("DENY");
    const file = await new Visitor(service).get("/brand/tool-share/provider.html", {
      accept: "text/html",
    });
    expect(file.headers["content-security-policy"]).toContain("frame-ancestors 'self'");
    expect(file.headers["x-frame-options"]).toBe("SAMEORIGIN");
  });
});

describe("POST {path} of a plain HTML form", () => {
  it("reads numbers as numbers, shows the errors of the typed text, and keeps it", async () => {
    const visitor = new Visitor(service);
    await visitor.get("/tools");
    await visitor.act("submit");
    const post = (fields: Record<string, string>) =>
      visitor.post(
        new URLSearchParams({
          action: "submit",
          revision: String(visitor.revision),
          ...fields,
        }).toString(),
        { ...form, accept: "text/html" },
      );
    const wrong = await post({ plan: "basic", drills: "two", ladders: "12" });
    expect(wrong.statusCode).toBe(422);
    expect(wrong.body).toContain("Please enter a number from 1 to 3.");
    expect(wrong.body).toContain("Please enter a number from 0 to 9.");
    expect(wrong.body).toMatch(/name="drills"[^>]*value="two"|value="two"[^>]*name="drills"/);
    const right = await post({ plan: "basic", drills: " 2 ", ladders: "0" });
    expect(right.statusCode).toBe(303);
    const { blocks } = (await visitor.get(String(right.headers["location"]))).json() as ScreenView;
    expect(blocks[0]).toMatchObject({
      rows: [
        { id: "plan" },
        { id: "drills", cells: ["2", "$9.00"] },
        { id: "fetchers-0" },
        { id: "fetchers-1" },
        { id: "fetchers-2" },
        { id: "sum" },
      ],
    });
  });
});

describe("another language, where it means beginning anew", () => {
  const locale = (visitor: Visitor, item: string) =>
    visitor.post({ action: "@locale", item, data: {}, revision: visitor.revision });

  it("is not asked about before anything has begun, and an address is enough", async () => {
    const visitor = new Visitor(service, { "accept-language": "en-US" });
    const first = (await visitor.get("/tools")).json() as ScreenView;
    expect(first.localeAsks).toBeUndefined();
    expect(String((await visitor.get("/tools?locale=fr-CA")).headers["set-cookie"])).toContain(
      "locale=fr-CA",
    );
  });

  it("asks, then begins a new application; the former one is unchanged", async () => {
    const visitor = await member();
    const order = visitor.path;
    await visitor.get(order.replace("order", "plan"));
    await visitor.type({ plan: "maker", drills: 2, ladders: 7 });
    const drafts = async () => (await service.database.query("select 1 from drafts")).length;
    expect(await drafts()).toBe(1);
    const before = (await visitor.get(order)).json() as ScreenView;
    expect(before.localeAsks).toEqual({
      title: "Start again in another language?",
      text: "The application starts again from the beginning in the other language. What you entered so far is not carried over.",
      yes: "Start again",
      no: "Stay here",
    });
    expect(
      String((await visitor.get(`${before.path}?locale=fr-CA`)).headers["set-cookie"]),
    ).not.toContain("locale=");
    const answer = await locale(visitor, "fr-CA");
    expect(String(answer.headers["set-cookie"])).toContain("locale=fr-CA");
    expect(answer.json()).toEqual({ leave: { to: "base", location: "/tools" } });
    expect(await drafts()).toBe(0);
    const anew = (await visitor.get("/tools")).json() as ScreenView;
    expect([anew.revision, anew.path]).toEqual([0, "/tools"]);
    const after = (await visitor.get(before.path)).json() as ScreenView;
    expect([after.screen, after.revision]).toEqual([before.screen, before.revision]);
  });

  it("sends a browser without scripts there as well", async () => {
    const visitor = await member();
    const answer = await visitor.post("action=%40locale&item=fr-CA", {
      ...form,
      accept: "text/html",
    });
    expect([answer.statusCode, answer.headers["location"]]).toEqual([303, "/tools"]);
  });

  it("refuses languages that the market does not have", async () => {
    const visitor = await member();
    expect((await locale(visitor, "de-DE")).statusCode).toBe(422);
  });
});
