import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Service } from "../../../../server/service.ts";
import { Browsing, signedIn, SITE } from "../../browsing.ts";
import { outsideIsUp, Visitor } from "../../service.ts";
import { begin, location, membersService, READER } from "./members.ts";

const outside = await outsideIsUp();

describe("a session of a signed-in person", { skip: !outside }, () => {
  let service: Service;
  let stop: () => Promise<void>;
  beforeAll(async () => {
    ({ service, stop } = await membersService());
  });
  afterAll(() => stop?.());

  it("gets a new token at sign-in, never one that was planted", async () => {
    const browsing = new Browsing(service);
    const visitor = new Visitor(service);
    await begin(visitor);
    const before = visitor.cookie ?? "";
    await signedIn(visitor, "kim@cedar.dev");
    const first = visitor.cookie ?? "";
    await signedIn(visitor, "kim@cedar.dev");
    expect(new Set([before, first, visitor.cookie]).size).toBe(3);
    for (const cookie of [before, first]) {
      const old = await service.app.inject({
        url: "/members/urn:card:1/reader",
        headers: { accept: "application/json", cookie },
      });
      expect(old.json()).toHaveProperty("leave.to", "sign-in");
    }
    browsing.setCookie("foyer_session", "planted-by-somebody-else");
    await browsing.signIn("kim@cedar.dev");
    expect(browsing.cookie("foyer_session")).toMatch(/^[\w-]{43}$/);
  });

  it("receives the applications begun before sign-in, and repeats their answers", async () => {
    const visitor = new Visitor(service);
    visitor.path = "/members";
    await visitor.get("/members?campaign=spring", { accept: "text/html" });
    const key = randomUUID();
    await visitor.get("/members");
    const body = { action: "submit", data: {}, revision: visitor.revision };
    const first = await visitor.post(body, { "idempotency-key": key }, "/members");
    const email = `${randomUUID()}@example.com`;
    await signedIn(visitor, email);
    const path =
      new URLSearchParams(
        (first.json() as { leave: { location: string } }).leave.location.split("?")[1],
      ).get("path") ?? "";
    expect((await visitor.get(path)).json()).toMatchObject({ screen: "reader", path });
    expect((await visitor.post(body, { "idempotency-key": key }, "/members")).json()).toMatchObject(
      { screen: "reader", path },
    );
    const [row] = await service.database.query<{ state: { application: object } }>(
      "select state from applications where id = $1",
      [path.split("/")[2]],
    );
    expect(row?.state.application).toMatchObject({ campaign: "spring" });
  });

  it("finds a person's application on another device and by another name of this host, and no other person's", async () => {
    const email = `${randomUUID()}@example.com`;
    const [phone, desk, stranger] = [
      new Visitor(service),
      new Visitor(service, { host: "127.0.0.1:8080" }),
      new Visitor(service),
    ];
    await signedIn(phone, email);
    const path = await begin(phone);
    expect((await phone.act("submit", READER)).json()).toMatchObject({ screen: "confirm" });
    await signedIn(desk, email.toUpperCase());
    await signedIn(stranger, `${randomUUID()}@example.com`);
    const other = `${new URL(path, SITE).pathname.replace("reader", "confirm")}`;
    expect((await desk.get(other)).json()).toMatchObject({ screen: "confirm" });
    expect((await desk.get("/members")).json()).toMatchObject({
      actions: expect.arrayContaining([expect.objectContaining({ id: "continue" })]),
    });
    expect((await stranger.get(other)).body).not.toContain("Ada");
    expect(
      (await stranger.post({ action: "submit", data: {}, revision: 1 }, {}, other)).statusCode,
    ).toBe(403);
  });

  it("hands nothing of one person over to another who signs in on the same device", async () => {
    const [email, other] = [`${randomUUID()}@example.com`, `${randomUUID()}@example.com`];
    const visitor = new Visitor(service);
    await signedIn(visitor, email);
    const path = await begin(visitor);
    await signedIn(visitor, other);
    expect(
      (await visitor.post({ action: "submit", data: READER, revision: 1 }, {}, path)).statusCode,
    ).toBe(403);
    await signedIn(visitor, email);
    expect((await visitor.get(path)).json()).toMatchObject({ screen: "reader" });
  });

  it("ends the session at sign-out, here and at the provider", async () => {
    const browsing = new Browsing(service);
    await browsing.signIn("kim@cedar.dev");
    const token = browsing.cookie("foyer_session") ?? "";
    const out = await browsing.ask("/sign-out", {});
    expect(out.status).toBe(303);
    expect(out.headers.get("clear-site-data")).toBe('"storage"');
    expect(location(out)).toContain(`${SITE}/idp/session/end?`);
    expect(new URL(location(out)).searchParams.get("id_token_hint")).toMatch(/^eyJ/);
    const home = await browsing.follow(out, /^http:\/\/localhost\/$/);
    expect(home.url).toBe(`${SITE}/`);
    for (const cookie of ["foyer_session", "foyer_sign_in", "foyer_idp"])
      expect(browsing.cookie(cookie)).toBeUndefined();
    browsing.setCookie("foyer_session", token);
    expect(location(await browsing.ask("/members/x"))).toContain("/sign-in?");
    // The provider asks who it is, too.
    expect((await browsing.follow(await browsing.ask("/sign-in"))).body).toContain(
      "Pick a test person",
    );
  });

  it("removes the cookies that the domain's other sites keep for who is signed in, and leaves the visitor's choices", async () => {
    const browsing = new Browsing(service);
    await browsing.signIn("kim@cedar.dev");
    for (const name of ["house_card", "house_name", "currency"])
      browsing.setCookie(name, name === "currency" ? "CAD" : "opaque");
    await browsing.ask("/sign-out", {});
    for (const name of ["house_card", "house_name"]) expect(browsing.cookie(name)).toBeUndefined();
    expect(browsing.cookie("currency")).toBe("CAD");
  });

  it("signs out by a form, and not by one on another site", async () => {
    const browsing = new Browsing(service);
    await browsing.signIn("kim@cedar.dev");
    expect((await browsing.ask("/sign-out", {}, { origin: "https://evil.example" })).status).toBe(
      403,
    );
    expect((await browsing.ask("/sign-out", {}, { "sec-fetch-site": "cross-site" })).status).toBe(
      403,
    );
    expect(browsing.cookie("foyer_session")).toBeDefined();
    const out = await browsing.ask("/sign-out", {}, { accept: "application/json" });
    expect(JSON.parse(out.body)).toMatchObject({
      leave: { to: "sign-out", location: expect.stringContaining("/idp/session/end") },
    });
    // Nobody is signed in any more: nothing is left for the provider to end.
    expect(location(await browsing.ask("/sign-out", {}))).toBe("/");
  });

  it("asks before it signs out, by a page that any site may open and that ends nothing", async () => {
    const browsing = new Browsing(service);
    expect(location(await browsing.ask("/sign-out"))).toBe("/");
    await browsing.signIn("kim@cedar.dev");
    const askers: readonly Readonly<Record<string, string>>[] = [
      {},
      { "sec-fetch-site": "cross-site" },
      { referer: "https://evil.example/" },
    ];
    for (const headers of askers) {
      const asked = await browsing.ask("/sign-out", undefined, headers);
      expect(asked.status).toBe(200);
      expect(asked.body).toContain('<form method="post" action="/sign-out">');
      expect(asked.headers.getSetCookie()).toEqual([]);
      expect(asked.headers.get("clear-site-data")).toBeNull();
    }
    const french = await browsing.ask("/sign-out", undefined, { "accept-language": "fr-CA" });
    expect(french.body).toContain("Se déconnecter");
    const program = await browsing.ask("/sign-out", undefined, { accept: "application/json" });
    expect([program.status, program.headers.get("allow")]).toEqual([405, "POST"]);
    expect(location(await browsing.ask("/members/x"))).not.toContain("/sign-in");
  });

  it("ends after a day of any use, with a warning before", async () => {
    const visitor = new Visitor(service);
    await signedIn(visitor, `${randomUUID()}@example.com`);
    const path = await begin(visitor);
    const endsInMs = async () =>
      ((await visitor.get(path)).json() as { session: { endsInMs: number } }).session.endsInMs;
    const whole = await endsInMs();
    expect(await endsInMs()).toBe(whole);
    const age = async (interval: string) =>
      service.database.query(
        "update sessions set created_at = now() - $1::interval, seen_at = now()",
        [interval],
      );
    await age("23 hours 50 minutes");
    const left = await endsInMs();
    expect(left).toBeLessThanOrEqual(10 * 60_000);
    expect(left).toBeGreaterThan(0);
    await age("24 hours 1 second");
    const over = await visitor.post({ action: "submit", data: READER, revision: visitor.revision });
    expect([over.statusCode, over.json()]).toMatchObject([401, { signIn: expect.any(String) }]);
    await service.database.query("update sessions set created_at = now()");
  });

  it("hands over nothing of a visit that has ended by its age", async () => {
    const visitor = new Visitor(service);
    visitor.path = "/members";
    await visitor.get("/members?campaign=old", { accept: "text/html" });
    await service.database.query(
      "update sessions set created_at = now() - interval '25 hours', seen_at = now()",
    );
    const email = `${randomUUID()}@example.com`;
    await signedIn(visitor, email);
    const rows = await service.database.query(
      "select 1 from applications a join sessions s on a.subject = s.subject where a.state->'application'->>'campaign' = 'old'",
    );
    expect(rows).toEqual([]);
    await service.database.query("update sessions set created_at = now()");
  });

  it("answers a post after two hours with 401 and the way back, and takes it after signing in again", async () => {
    const email = `${randomUUID()}@example.com`;
    const visitor = new Visitor(service);
    await signedIn(visitor, email);
    const path = await begin(visitor);
    await service.database.query(
      "update sessions set seen_at = now() - interval '2 hours 1 second'",
    );
    const post = { action: "submit", data: READER, revision: visitor.revision };
    const refused = await visitor.post(post);
    expect(refused.statusCode).toBe(401);
    expect(refused.headers["content-type"]).toContain("application/problem+json");
    expect(refused.json()).toMatchObject({
      type: "urn:foyer:problem:no-session",
      signIn: `/sign-in?realm=idp&app=signup.payments&path=${encodeURIComponent(path)}`,
    });
    const plain = await visitor.post("action=submit", {
      accept: "text/html",
      "content-type": "application/x-www-form-urlencoded",
    });
    expect([plain.statusCode, plain.headers["location"]]).toEqual([
      303,
      (refused.json() as { signIn: string }).signIn,
    ]);
    await signedIn(visitor, email);
    expect((await visitor.post(post)).json()).toMatchObject({ screen: "confirm" });
  });

  it("offers to sign in again where the flow does not ask for it, to those whom it helps", async () => {
    const [member, anybody] = [new Visitor(service), new Visitor(service)];
    await signedIn(member, "kim@cedar.dev");
    for (const visitor of [member, anybody]) {
      visitor.path = "/library-card";
      await visitor.act("submit");
    }
    await service.database.query("update sessions set seen_at = now() - interval '3 hours'");
    const [helped, lost] = [
      await member.act("submit", READER),
      await anybody.act("submit", READER),
    ];
    expect([helped.statusCode, lost.statusCode]).toEqual([401, 401]);
    expect(helped.json()).toMatchObject({
      signIn: `/sign-in?path=${encodeURIComponent(member.path)}`,
    });
    expect(lost.json()).not.toHaveProperty("signIn");
    // What somebody unknown began and left is not given to whoever signs in there later.
    await signedIn(anybody, `${randomUUID()}@example.com`);
    expect(
      (await anybody.post({ action: "submit", data: READER, revision: 1 }, {}, anybody.path))
        .statusCode,
    ).toBe(403);
  });

  it("begins nothing for a post that has to be signed in first", async () => {
    const count = async () =>
      (await service.database.query<{ n: string }>("select count(*) as n from applications"))[0]?.n;
    const before = await count();
    expect(
      (
        await new Visitor(service).post(
          { action: "submit", data: {}, revision: 0 },
          {},
          "/members/urn:card:1/reader",
        )
      ).statusCode,
    ).toBe(401);
    expect(await count()).toBe(before);
  });

  it("keeps a session that is used", async () => {
    const visitor = new Visitor(service);
    await signedIn(visitor, "kim@cedar.dev");
    for (let hour = 0; hour < 3; hour++) {
      await service.database.query(
        "update sessions set seen_at = seen_at - interval '1 hour 50 minutes'",
      );
      expect((await visitor.get("/members/x")).json()).not.toHaveProperty("leave");
    }
  });

  it("reports a nonsensical request to the provider, and repeats none", async () => {
    const browsing = new Browsing(service);
    const nonsense = await browsing.ask(
      "/idp/auth?client_id=foyer&response_type=code&scope=openid&redirect_uri=https%3A%2F%2Fevil.example%2Fsign-in%2Fcallback",
    );
    expect(nonsense.status).toBe(400);
    expect(nonsense.headers.get("content-security-policy")).toContain("default-src 'none'");
    expect((await browsing.ask("/idp/people/nobody")).status).toBe(400);
    expect((await browsing.ask("/idp/people/nobody", { person: "kim-lund" })).status).toBe(400);
    expect(
      (
        await browsing.ask("/idp/session/end?post_logout_redirect_uri=https%3A%2F%2Fevil.example")
      ).headers.get("location"),
    ).toBe(`${SITE}/`);
  });
});
