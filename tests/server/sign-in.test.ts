import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { readConfig } from "../../server/config.ts";
import { compileLibrary } from "../../server/flows/flow-library.ts";
import type { Service } from "../../server/service.ts";
import { localPath } from "../../server/sign-in/local-path.ts";
import { PROJECT } from "../definitions.ts";
import { membersSources } from "../members-flow.ts";
import { Browsing, signedIn, SITE, type Page } from "./browsing.ts";
import { IssuerDouble } from "./issuer-double.ts";
import { outsideIsUp, testService, Visitor } from "./service.ts";

const outside = await outsideIsUp();

/** The service with the flow that asks for sign-in. */
async function membersService(env: NodeJS.ProcessEnv = {}) {
  const started = await testService("outside", env);
  const compiled = compileLibrary(await membersSources(), "CI");
  if (!compiled.ok) throw new Error(JSON.stringify(compiled.problems));
  started.service.use(compiled.library);
  return started;
}

/** Begins an application as the visitor, on the start screen that is for everybody. @returns its path */
async function begin(visitor: Visitor): Promise<string> {
  visitor.path = "/members";
  await visitor.get("/members");
  const begun = (await visitor.act("submit")).json() as { path?: string; leave?: { location: string } };
  return begun.path ?? new URLSearchParams(begun.leave?.location.split("?")[1]).get("path") ?? "";
}

const location = ({ headers }: Page) => headers.get("location") ?? "";
const READER = { name: "Ada Noor", born: "1990/02/28", lives: "here" };

describe("localPath()", () => {
  it.each([
    ["/get-started", "/get-started"],
    ["/r/westlake/get-started?a=1&b=%2F", "/r/westlake/get-started?a=1&b=%2F"],
    ["/a b/é", "/a%20b/%C3%A9"],
    ["/a#part", "/a"],
    ["/%2Fevil.example", "/%2Fevil.example"],
  ])("keeps %s as %s", (path, kept) => {
    expect(localPath(path)).toBe(kept);
  });

  it.each([
    undefined,
    "",
    "get-started",
    "//evil.example",
    "///evil.example",
    "/\\evil.example",
    "\\\\evil.example",
    "/a\\..\\..\\evil",
    "/\t/evil.example",
    "/\n/evil.example",
    "/.//evil.example",
    "/a/..//evil.example",
    "/%2e//evil.example",
    "https://evil.example/",
    "javascript:alert(1)",
    " //evil.example",
    "/sign-out",
    "/sign-in?path=%2Fsign-in",
    "/a/../sign-out",
    "/idp/session/end",
  ])("takes %j for the front page", (path) => {
    expect(localPath(path)).toBe("/");
  });

  it("leaves out a query that is too long to be kept", () => {
    expect(localPath(`/get-started?note=${"x".repeat(3000)}`)).toBe("/get-started");
    expect(localPath(`/${"x".repeat(3000)}`)).toBe("/");
  });
});

describe("readConfig()", () => {
  const key = `k1:${"ab".repeat(32)}`;

  it.each([
    [{ OIDC_ISSUER: "sign-in.example" }, "OIDC_ISSUER"],
    [{ OIDC_ISSUER: "https://sign-in.example" }, "OIDC_CLIENT_ID"],
    [{ OIDC_ISSUER: "http://sign-in.example", OIDC_CLIENT_ID: "a", FOYER_ENV: "production", FOYER_KEY: key, PUBLIC_URL: "https://a.example" }, "https"],
    [{ OIDC_ISSUER: "https://sign-in.example", OIDC_CLIENT_ID: "a", FOYER_ENV: "production", FOYER_KEY: key }, "PUBLIC_URL"],
    [{ PUBLIC_URL: "https://a.example/apply" }, "PUBLIC_URL"],
    [{ PUBLIC_URL: "https://a.example, nonsense" }, "nonsense"],
  ])("refuses %j and names %s", (env, named) => {
    expect(() => readConfig(env, PROJECT)).toThrow(named);
  });

  it("reads several addresses of the site", () => {
    expect(readConfig({ PUBLIC_URL: "https://a.example, https://b.example/" }, PROJECT).publicUrls).toEqual(["https://a.example", "https://b.example"]);
  });
});

describe("signing in at the embedded provider", { skip: !outside }, () => {
  let service: Service;
  let stop: () => Promise<void>;
  beforeAll(async () => {
    ({ service, stop } = await membersService());
  });
  afterAll(() => stop?.());
  afterEach(() => {
    vi.useRealTimers();
  });

  it("leads from a page for members to the provider and back to the page, with its query", async () => {
    const browsing = new Browsing(service);
    const gate = await browsing.ask("/members/lost-and-found?shelf=3&shelf=4");
    expect(gate.status).toBe(303);
    expect(location(gate)).toBe("/sign-in?realm=idp&app=signup.payments&path=%2Fmembers%2Flost-and-found%3Fshelf%3D4");
    const sent = await browsing.follow(gate, /\/idp\/auth\?/);
    const asked = new URL(sent.url).searchParams;
    expect(Object.fromEntries(asked)).toMatchObject({
      realm: "idp",
      app: "signup.payments",
      response_type: "code",
      code_challenge_method: "S256",
      redirect_uri: `${SITE}/sign-in/callback`,
      state: expect.stringMatching(/^.{40,}$/),
      nonce: expect.stringMatching(/^.{40,}$/),
    });
    const people = await browsing.follow(await browsing.ask(sent.url));
    expect(people.status).toBe(200);
    expect(people.body).toContain("Kim Lund");
    expect(people.body).not.toContain("<script");
    expect(people.headers.get("content-security-policy")).toContain("default-src 'none'");
    const back = await browsing.follow(await browsing.ask(people.url, { person: "kim-lund" }), /\/members/);
    expect(back.url).toBe(`${SITE}/members/lost-and-found?shelf=4`);
  });

  it("answers a program with the way to sign in as data", async () => {
    const answer = await new Visitor(service).get("/members/urn:card:1/reader");
    expect(answer.json()).toEqual({ leave: { to: "sign-in", location: "/sign-in?realm=idp&app=signup.payments&path=%2Fmembers%2Furn%3Acard%3A1%2Freader" } });
  });

  it("gives cookies that scripts and other sites cannot use, and that say nothing", async () => {
    const browsing = new Browsing(service);
    const sent = await browsing.ask("/sign-in?path=%2Fmembers%3Fsecret%3D1");
    const [attempt = ""] = sent.headers.getSetCookie();
    expect(attempt).toMatch(/^foyer_sign_in=.*; Max-Age=900; Path=\/; HttpOnly; SameSite=Lax$/);
    expect(attempt).not.toContain("secret");
    const people = await browsing.follow(sent);
    const back = await browsing.follow(await browsing.ask(people.url, { email: "kim@cedar.dev" }), /\/sign-in\/callback/);
    const done = await browsing.ask(back.url);
    expect(done.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^foyer_sign_in=; Max-Age=0;/),
      expect.stringMatching(/^foyer_session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax$/),
    ]);
  });

  it("keeps only hashes and sealed values of sessions", async () => {
    const visitor = new Visitor(service);
    await signedIn(visitor, "lu@erable.example");
    const dump = JSON.stringify(await service.database.query("select encode(id_hash, 'escape'), encode(subject, 'escape'), person, id_token from sessions"));
    for (const canary of ["erable", "Tremblay", "lu-tremblay", "eyJ", visitor.cookie?.split("=")[1] ?? ""]) expect(dump).not.toContain(canary);
  });

  it("creates an account with any address, and asks again for one that is none", async () => {
    const browsing = new Browsing(service);
    const people = await browsing.follow(await browsing.ask("/create-account?realm=idp&app=signup.payments&path=%2Fmembers"));
    expect(people.body).toContain("<h1>Create an account</h1>");
    const refused = await browsing.ask(people.url, { email: "kim", name: "<b>Kim</b>" });
    expect(refused.status).toBe(422);
    expect(refused.body).toContain('aria-invalid="true"');
    expect(refused.body).toContain('value="&lt;b&gt;Kim&lt;/b&gt;"');
    const back = await browsing.follow(await browsing.ask(people.url, { email: "New.Person@Example.com", name: "New Person" }), /\/members/);
    expect(back.url).toBe(`${SITE}/members`);
    const session = await service.app.inject({
      url: "/members/urn:card:1/reader",
      headers: { accept: "application/json", cookie: `foyer_session=${browsing.cookie("foyer_session")}` },
    });
    expect(session.json()).toMatchObject({ screen: "start" });
  });

  it.each(["//evil.example", "/\\evil.example", "/.//evil.example", "https://evil.example/"])("never leads to %s", async (path) => {
    const browsing = new Browsing(service);
    const people = await browsing.follow(await browsing.ask(`/sign-in?path=${encodeURIComponent(path)}`));
    const callback = await browsing.follow(await browsing.ask(people.url, { person: "kim-lund" }), /\/sign-in\/callback/);
    expect(location(await browsing.ask(callback.url))).toBe("/");
  });

  it("refuses a changed state, and an answer that belongs to another browser", async () => {
    const browsing = new Browsing(service);
    const people = await browsing.follow(await browsing.ask("/sign-in?path=%2Fmembers"));
    const callback = await browsing.follow(await browsing.ask(people.url, { person: "kim-lund" }), /\/sign-in\/callback/);
    const changed = await browsing.ask(callback.url.replace(/state=[^&]+/, "state=forged"));
    const stranger = await new Browsing(service).ask(callback.url);
    for (const refused of [changed, stranger]) {
      expect(refused.status).toBe(400);
      expect(refused.body).toContain("This sign-in is no longer open");
      expect(refused.headers.getSetCookie().join()).not.toContain("foyer_session");
    }
    // The right one still works, once.
    expect(location(await browsing.ask(callback.url))).toBe("/members");
    expect((await browsing.ask(callback.url)).status).toBe(400);
  });

  it.each([
    ["nonce", /nonce=[^&]+/, "nonce=forged"],
    ["code challenge", /code_challenge=[^&]+/, `code_challenge=${"A".repeat(43)}`],
  ])("refuses an answer to a request whose %s was changed on the way", async (_, found, forged) => {
    const browsing = new Browsing(service);
    const sent = await browsing.ask("/sign-in?path=%2Fmembers");
    const people = await browsing.follow(await browsing.ask(location(sent).replace(found, forged)));
    const callback = await browsing.follow(await browsing.ask(people.url, { person: "kim-lund" }), /\/sign-in\/callback/);
    const refused = await browsing.ask(callback.url, undefined, { accept: "application/json" });
    expect(refused.status).toBe(400);
    expect(JSON.parse(refused.body)).toMatchObject({ type: "urn:foyer:problem:sign-in-failed", signIn: "/sign-in?path=%2Fmembers" });
    expect(browsing.cookie("foyer_session")).toBeUndefined();
  });

  it("refuses an answer that names another issuer, and a cookie somebody else made", async () => {
    const browsing = new Browsing(service);
    const people = await browsing.follow(await browsing.ask("/sign-in?path=%2Fmembers"));
    const callback = await browsing.follow(await browsing.ask(people.url, { person: "kim-lund" }), /\/sign-in\/callback/);
    const cookie = browsing.cookie("foyer_sign_in") ?? "";
    browsing.setCookie("foyer_sign_in", `${cookie.slice(0, -2)}AA`);
    expect((await browsing.ask(callback.url)).status).toBe(400);
    browsing.setCookie("foyer_sign_in", cookie);
    expect((await browsing.ask(callback.url.replace(/iss=[^&]+/, "iss=https%3A%2F%2Fevil.example"))).status).toBe(400);
    expect(browsing.cookie("foyer_session")).toBeUndefined();
  });

  it("says so when a sign-in was left for too long, in the visitor's language, with a way to begin anew", async () => {
    const browsing = new Browsing(service, { "accept-language": "fr-CA,fr;q=0.9" });
    const people = await browsing.follow(await browsing.ask("/sign-in?path=%2Fmembers"));
    const callback = await browsing.follow(await browsing.ask(people.url, { person: "lu-tremblay" }), /\/sign-in\/callback/);
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 16 * 60_000 });
    const late = await browsing.ask(callback.url);
    expect(late.status).toBe(400);
    expect(late.body).toContain('<html lang="fr-CA">');
    expect(late.body).toContain("Cette connexion n’est plus ouverte");
    expect(late.body).toContain('href="/sign-in"');
  });

  it("lets people change their mind", async () => {
    const browsing = new Browsing(service);
    const people = await browsing.follow(await browsing.ask("/create-account?realm=idp&app=signup.payments&path=%2Fmembers%3Fa%3D1"));
    const denied = await browsing.follow(await browsing.ask(people.url, { cancel: "yes" }));
    expect(denied.status).toBe(403);
    expect(denied.body).toContain("You are not signed in");
    expect(denied.body).toContain('href="/create-account?realm=idp&amp;app=signup.payments&amp;path=%2Fmembers%3Fa%3D1"');
  });

  it("keeps several attempts of one browser apart", async () => {
    const browsing = new Browsing(service);
    const first = await browsing.ask("/sign-in?path=%2Fmembers%3Ftab%3D1");
    for (let tab = 2; tab < 12; tab++) await browsing.ask(`/sign-in?path=%2Fmembers%3Ftab%3D${tab}%26pad%3D${"x".repeat(400)}`);
    expect(encodeURIComponent(browsing.cookie("foyer_sign_in") ?? "").length).toBeLessThan(4096);
    const second = await browsing.ask("/sign-in?path=%2Fmembers%3Ftab%3D12");
    await browsing.ask("/sign-in?path=%2Fmembers%3Ftab%3D13");
    const people = await browsing.follow(await browsing.ask(location(second)));
    expect((await browsing.follow(await browsing.ask(people.url, { person: "kim-lund" }), /\/members/)).url).toContain("tab=12");
    // The first had to make room.
    expect((await browsing.follow(await browsing.ask(location(first)))).status).toBe(400);
  });

  it("gives a new session at sign-in, and none by a token somebody planted", async () => {
    const browsing = new Browsing(service);
    const visitor = new Visitor(service);
    await begin(visitor);
    const before = visitor.cookie ?? "";
    await signedIn(visitor, "kim@cedar.dev");
    const first = visitor.cookie ?? "";
    await signedIn(visitor, "kim@cedar.dev");
    expect(new Set([before, first, visitor.cookie]).size).toBe(3);
    for (const cookie of [before, first]) {
      const old = await service.app.inject({ url: "/members/urn:card:1/reader", headers: { accept: "application/json", cookie } });
      expect(old.json()).toHaveProperty("leave.to", "sign-in");
    }
    browsing.setCookie("foyer_session", "planted-by-somebody-else");
    await browsing.signIn("kim@cedar.dev");
    expect(browsing.cookie("foyer_session")).toMatch(/^[\w-]{43}$/);
  });

  it("hands over what was begun before signing in, and repeats its answers", async () => {
    const visitor = new Visitor(service);
    visitor.path = "/members";
    await visitor.get("/members?campaign=spring", { accept: "text/html" });
    const key = randomUUID();
    await visitor.get("/members");
    const body = { action: "submit", data: {}, revision: visitor.revision };
    const first = await visitor.post(body, { "idempotency-key": key }, "/members");
    const email = `${randomUUID()}@example.com`;
    await signedIn(visitor, email);
    const path = new URLSearchParams((first.json() as { leave: { location: string } }).leave.location.split("?")[1]).get("path") ?? "";
    expect((await visitor.get(path)).json()).toMatchObject({ screen: "reader", path });
    expect((await visitor.post(body, { "idempotency-key": key }, "/members")).json()).toMatchObject({ screen: "reader", path });
    const [row] = await service.database.query<{ state: { application: object } }>("select state from applications where id = $1", [path.split("/")[2]]);
    expect(row?.state.application).toMatchObject({ campaign: "spring" });
  });

  it("finds a person's application on another device and by another name of this host, and nobody else's", async () => {
    const email = `${randomUUID()}@example.com`;
    const [phone, desk, stranger] = [new Visitor(service), new Visitor(service, { host: "127.0.0.1:8080" }), new Visitor(service)];
    await signedIn(phone, email);
    const path = await begin(phone);
    expect((await phone.act("submit", READER)).json()).toMatchObject({ screen: "confirm" });
    await signedIn(desk, email.toUpperCase());
    await signedIn(stranger, `${randomUUID()}@example.com`);
    const other = `${new URL(path, SITE).pathname.replace("reader", "confirm")}`;
    expect((await desk.get(other)).json()).toMatchObject({ screen: "confirm" });
    expect((await desk.get("/members")).json()).toMatchObject({ actions: [expect.objectContaining({ id: "continue" })] });
    expect((await stranger.get(other)).body).not.toContain("Ada");
    expect((await stranger.post({ action: "submit", data: {}, revision: 1 }, {}, other)).statusCode).toBe(403);
  });

  it("hands nothing of one person over to another who signs in on the same device", async () => {
    const [email, other] = [`${randomUUID()}@example.com`, `${randomUUID()}@example.com`];
    const visitor = new Visitor(service);
    await signedIn(visitor, email);
    const path = await begin(visitor);
    await signedIn(visitor, other);
    expect((await visitor.post({ action: "submit", data: READER, revision: 1 }, {}, path)).statusCode).toBe(403);
    await signedIn(visitor, email);
    expect((await visitor.get(path)).json()).toMatchObject({ screen: "reader" });
  });

  it("ends the session at sign-out, here and at the provider", async () => {
    const browsing = new Browsing(service);
    await browsing.signIn("kim@cedar.dev");
    const token = browsing.cookie("foyer_session") ?? "";
    const out = await browsing.ask("/sign-out");
    expect(out.status).toBe(303);
    expect(location(out)).toContain(`${SITE}/idp/session/end?`);
    expect(new URL(location(out)).searchParams.get("id_token_hint")).toMatch(/^eyJ/);
    const home = await browsing.follow(out, /^http:\/\/localhost\/$/);
    expect(home.url).toBe(`${SITE}/`);
    for (const cookie of ["foyer_session", "foyer_sign_in", "foyer_idp"]) expect(browsing.cookie(cookie)).toBeUndefined();
    browsing.setCookie("foyer_session", token);
    expect(location(await browsing.ask("/members/x"))).toContain("/sign-in?");
    // The provider asks who it is, too.
    expect((await browsing.follow(await browsing.ask("/sign-in"))).body).toContain("Pick a test person");
  });

  it("removes the cookies that the domain's other sites keep for who is signed in, and leaves the visitor's choices", async () => {
    const browsing = new Browsing(service);
    await browsing.signIn("kim@cedar.dev");
    for (const name of ["house_card", "house_name", "currency"]) browsing.setCookie(name, name === "currency" ? "CAD" : "opaque");
    await browsing.ask("/sign-out");
    for (const name of ["house_card", "house_name"]) expect(browsing.cookie(name)).toBeUndefined();
    expect(browsing.cookie("currency")).toBe("CAD");
  });

  it("signs out by a form, and not by one on another site", async () => {
    const browsing = new Browsing(service);
    await browsing.signIn("kim@cedar.dev");
    expect((await browsing.ask("/sign-out", {}, { origin: "https://evil.example" })).status).toBe(403);
    expect((await browsing.ask("/sign-out", {}, { "sec-fetch-site": "cross-site" })).status).toBe(403);
    expect(browsing.cookie("foyer_session")).toBeDefined();
    const out = await browsing.ask("/sign-out", {}, { accept: "application/json" });
    expect(JSON.parse(out.body)).toMatchObject({ leave: { to: "sign-out", location: expect.stringContaining("/idp/session/end") } });
    // Nobody is signed in any more: nothing is left for the provider to end.
    expect(location(await browsing.ask("/sign-out", {}))).toBe("/");
  });

  it("answers a post after two hours with 401 and the way back, and takes it after signing in again", async () => {
    const email = `${randomUUID()}@example.com`;
    const visitor = new Visitor(service);
    await signedIn(visitor, email);
    const path = await begin(visitor);
    await service.database.query("update sessions set seen_at = now() - interval '2 hours 1 second'");
    const post = { action: "submit", data: READER, revision: visitor.revision };
    const refused = await visitor.post(post);
    expect(refused.statusCode).toBe(401);
    expect(refused.headers["content-type"]).toContain("application/problem+json");
    expect(refused.json()).toMatchObject({
      type: "urn:foyer:problem:no-session",
      signIn: `/sign-in?realm=idp&app=signup.payments&path=${encodeURIComponent(path)}`,
    });
    const plain = await visitor.post("action=submit", { accept: "text/html", "content-type": "application/x-www-form-urlencoded" });
    expect([plain.statusCode, plain.headers["location"]]).toEqual([303, (refused.json() as { signIn: string }).signIn]);
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
    const [helped, lost] = [await member.act("submit", READER), await anybody.act("submit", READER)];
    expect([helped.statusCode, lost.statusCode]).toEqual([401, 401]);
    expect(helped.json()).toMatchObject({ signIn: `/sign-in?path=${encodeURIComponent(member.path)}` });
    expect(lost.json()).not.toHaveProperty("signIn");
    // What somebody unknown began and left is not given to whoever signs in there later.
    await signedIn(anybody, `${randomUUID()}@example.com`);
    expect((await anybody.post({ action: "submit", data: READER, revision: 1 }, {}, anybody.path)).statusCode).toBe(403);
  });

  it("begins nothing for a post that has to be signed in first", async () => {
    const count = async () => (await service.database.query<{ n: string }>("select count(*) as n from applications"))[0]?.n;
    const before = await count();
    expect((await new Visitor(service).post({ action: "submit", data: {}, revision: 0 }, {}, "/members/urn:card:1/reader")).statusCode).toBe(401);
    expect(await count()).toBe(before);
  });

  it("keeps a session that is used", async () => {
    const visitor = new Visitor(service);
    await signedIn(visitor, "kim@cedar.dev");
    for (let hour = 0; hour < 3; hour++) {
      await service.database.query("update sessions set seen_at = seen_at - interval '1 hour 50 minutes'");
      expect((await visitor.get("/members/x")).json()).not.toHaveProperty("leave");
    }
  });

  it("says what is wrong when the provider is asked nonsense, and is not asked twice", async () => {
    const browsing = new Browsing(service);
    const nonsense = await browsing.ask("/idp/auth?client_id=foyer&response_type=code&scope=openid&redirect_uri=https%3A%2F%2Fevil.example%2Fsign-in%2Fcallback");
    expect(nonsense.status).toBe(400);
    expect(nonsense.headers.get("content-security-policy")).toContain("default-src 'none'");
    expect((await browsing.ask("/idp/people/nobody")).status).toBe(400);
    expect((await browsing.ask("/idp/people/nobody", { person: "kim-lund" })).status).toBe(400);
    expect((await browsing.ask("/idp/session/end?post_logout_redirect_uri=https%3A%2F%2Fevil.example")).headers.get("location")).toBe(`${SITE}/`);
  });
});

describe("signing in at an issuer outside", { skip: !outside }, () => {
  const client = { id: "foyer-outside", secret: "a secret: with / odd & signs", site: SITE };
  let issuer: IssuerDouble;
  let service: Service;
  let stop: () => Promise<void>;
  beforeAll(async () => {
    issuer = await IssuerDouble.start(client);
    ({ service, stop } = await membersService({ OIDC_ISSUER: issuer.url, OIDC_CLIENT_ID: client.id, OIDC_CLIENT_SECRET: client.secret, PUBLIC_URL: SITE }));
  });
  afterAll(async () => {
    await stop?.();
    await issuer?.stop();
  });

  const personBehind = async (browsing: Browsing) => {
    const answer = await service.app.inject({ url: "/members/x", headers: { accept: "application/json", cookie: `foyer_session=${browsing.cookie("foyer_session")}` } });
    return answer.json() as { screen?: string; leave?: object };
  };

  it("carries realm and app there, and comes back signed in", async () => {
    issuer.next = { sub: "42", email: "kim@cedar.dev", name: "Kim Lund" };
    const browsing = new Browsing(service);
    const back = await browsing.follow(await browsing.ask("/members/x?y=1"), /localhost\/members\/x/);
    expect(back.url).toBe(`${SITE}/members/x?y=1`);
    expect(Object.fromEntries(issuer.asked)).toMatchObject({ realm: "idp", app: "signup.payments", client_id: client.id, code_challenge_method: "S256" });
    expect(issuer.asked.get("prompt")).toBeNull();
    expect(await personBehind(browsing)).toHaveProperty("screen");
  });

  it("asks for a new account where the issuer knows how", async () => {
    issuer.next = { sub: "43" };
    const browsing = new Browsing(service);
    await browsing.follow(await browsing.ask("/create-account?path=%2Fmembers"), /localhost\/members/);
    expect(issuer.asked.get("prompt")).toBe("create");
    expect(await personBehind(browsing)).toHaveProperty("screen");
  });

  it("is the same person in two browsers by issuer and subject, whatever the e-mail", async () => {
    issuer.next = { sub: "44", email: "before@example.com" };
    const first = new Visitor(service);
    const second = new Visitor(service);
    const enter = async (visitor: Visitor) => {
      const browsing = new Browsing(service);
      await browsing.follow(await browsing.ask("/sign-in?path=%2Fmembers"), /localhost\/members/);
      visitor.cookie = `foyer_session=${browsing.cookie("foyer_session")}`;
    };
    await enter(first);
    const path = await begin(first);
    issuer.next = { sub: "44", email: "after@example.com" };
    await enter(second);
    expect((await second.get(path)).json()).toMatchObject({ screen: "reader" });
  });

  it("says so when the person refuses there", async () => {
    issuer.next = undefined;
    const browsing = new Browsing(service);
    const denied = await browsing.follow(await browsing.ask("/sign-in?path=%2Fmembers"));
    expect(denied.status).toBe(403);
    expect(denied.body).toContain('href="/sign-in?path=%2Fmembers"');
  });

  it("ends the issuer's session at sign-out, and lets forms lead there", async () => {
    issuer.next = { sub: "45" };
    const browsing = new Browsing(service);
    await browsing.follow(await browsing.ask("/sign-in?path=%2Fmembers"), /localhost\/members/);
    const out = await browsing.ask("/sign-out", {});
    expect(location(out)).toMatch(new RegExp(`^${issuer.url}/session/end\\?`));
    expect(Object.fromEntries(new URL(location(out)).searchParams)).toMatchObject({
      post_logout_redirect_uri: `${SITE}/`,
      client_id: client.id,
      id_token_hint: expect.stringMatching(/^eyJ/),
    });
    expect((await browsing.ask(location(out))).status).toBe(200);
    expect(out.headers.get("content-security-policy")).toContain(`form-action 'self' ${issuer.url};`);
  });

  it("does not serve the embedded provider beside it", async () => {
    expect((await new Browsing(service).ask("/idp/.well-known/openid-configuration")).status).not.toBe(200);
  });

  it.each([
    ["a wrong secret", { OIDC_CLIENT_SECRET: "wrong" }, 400],
    ["an issuer that calls itself something else", { OIDC_ISSUER: "localhost" }, 503],
  ])("says that it did not work with %s", async (_, change, status) => {
    const env = { OIDC_ISSUER: issuer.url, OIDC_CLIENT_ID: client.id, OIDC_CLIENT_SECRET: client.secret, ...change };
    if (env.OIDC_ISSUER === "localhost") env.OIDC_ISSUER = issuer.url.replace("127.0.0.1", "localhost");
    issuer.next = { sub: "46" };
    const wrong = await membersService(env);
    const browsing = new Browsing(wrong.service);
    const refused = await browsing.follow(await browsing.ask("/sign-in?path=%2Fmembers"));
    expect(refused.status).toBe(status);
    expect(refused.body).toContain('href="/sign-in?path=%2Fmembers"');
    expect(browsing.cookie("foyer_session")).toBeUndefined();
    await wrong.stop();
  });

  it("stays on its feet when the issuer does not answer: before, during and after", async () => {
    const short = await IssuerDouble.start(client, false);
    short.next = { sub: "47" };
    const own = await membersService({ OIDC_ISSUER: short.url, OIDC_CLIENT_ID: client.id, OIDC_CLIENT_SECRET: client.secret });
    const browsing = new Browsing(own.service);
    await browsing.follow(await browsing.ask("/create-account?path=%2Fmembers"), /localhost\/members/);
    // This one does not know how to create accounts: its own page offers that.
    expect(short.asked.get("prompt")).toBeNull();
    const again = await browsing.follow(await browsing.ask("/sign-in?path=%2Fmembers"), /\/sign-in\/callback/);
    await short.stop();
    const during = await browsing.ask(again.url);
    expect(during.status).toBe(503);
    expect(during.headers.get("retry-after")).toBe("5");
    expect(during.body).toContain("Sign-in is not available right now");
    expect((await browsing.ask("/sign-out")).headers.get("location")).toContain(short.url);
    await own.stop();

    const never = await membersService({ OIDC_ISSUER: short.url, OIDC_CLIENT_ID: client.id });
    const before = await new Browsing(never.service).ask("/sign-in?path=%2Fmembers");
    expect(before.status).toBe(503);
    await never.stop();
  });
});

describe("in production", { skip: !outside }, () => {
  it("has no embedded provider: without an issuer nobody can sign in, and cookies are for https alone", async () => {
    const { service, stop } = await membersService({ FOYER_ENV: "production", FOYER_KEY: `k1:${"ab".repeat(32)}` });
    const browsing = new Browsing(service);
    expect((await browsing.ask("/sign-in")).status).toBe(503);
    expect((await browsing.ask("/idp/.well-known/openid-configuration")).body).not.toContain("issuer");
    const started = await browsing.ask("/members", { action: "submit", revision: "0" });
    expect(started.headers.getSetCookie().join()).toMatch(/foyer_session=[^;]+; Path=\/; HttpOnly; Secure; SameSite=Lax/);
    await stop();
  });
});
