import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import type { Service } from "../../../../server/service.ts";
import { Browsing, signedIn, SITE } from "../../browsing.ts";
import { outsideIsUp, Visitor } from "../../service.ts";
import { location, membersService } from "./members.ts";

const outside = await outsideIsUp();

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
    expect(location(gate)).toBe(
      "/sign-in?realm=idp&app=signup.payments&path=%2Fmembers%2Flost-and-found%3Fshelf%3D4",
    );
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
    const back = await browsing.follow(
      await browsing.ask(people.url, { person: "kim-lund" }),
      /\/members/,
    );
    expect(back.url).toBe(`${SITE}/members/lost-and-found?shelf=4`);
  });

  it("answers a program with the way to sign in as data", async () => {
    const answer = await new Visitor(service).get("/members/urn:card:1/reader");
    expect(answer.json()).toEqual({
      leave: {
        to: "sign-in",
        location:
          "/sign-in?realm=idp&app=signup.payments&path=%2Fmembers%2Furn%3Acard%3A1%2Freader",
      },
    });
  });

  it("gives cookies that scripts and other sites cannot use, and that say nothing", async () => {
    const browsing = new Browsing(service);
    const sent = await browsing.ask("/sign-in?path=%2Fmembers%3Fsecret%3D1");
    const [attempt = ""] = sent.headers.getSetCookie();
    expect(attempt).toMatch(/^foyer_sign_in=.*; Max-Age=900; Path=\/; HttpOnly; SameSite=Lax$/);
    expect(attempt).not.toContain("secret");
    const people = await browsing.follow(sent);
    const back = await browsing.follow(
      await browsing.ask(people.url, { email: "kim@cedar.dev" }),
      /\/sign-in\/callback/,
    );
    const done = await browsing.ask(back.url);
    expect(done.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^foyer_sign_in=; Max-Age=0;/),
      expect.stringMatching(/^foyer_session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax$/),
    ]);
  });

  it("keeps only hashes and sealed values of sessions", async () => {
    const visitor = new Visitor(service);
    await signedIn(visitor, "lu@erable.example");
    const dump = JSON.stringify(
      await service.database.query(
        "select encode(id_hash, 'escape'), encode(subject, 'escape'), person, id_token from sessions",
      ),
    );
    for (const canary of [
      "erable",
      "Tremblay",
      "lu-tremblay",
      "eyJ",
      visitor.cookie?.split("=")[1] ?? "",
    ])
      expect(dump).not.toContain(canary);
  });

  it("creates an account with any address, and asks again for one that is none", async () => {
    const browsing = new Browsing(service);
    const people = await browsing.follow(
      await browsing.ask("/create-account?realm=idp&app=signup.payments&path=%2Fmembers"),
    );
    expect(people.body).toContain("<h1>Create an account</h1>");
    const refused = await browsing.ask(people.url, { email: "kim", name: "<b>Kim</b>" });
    expect(refused.status).toBe(422);
    expect(refused.body).toContain('aria-invalid="true"');
    expect(refused.body).toContain('value="&lt;b&gt;Kim&lt;/b&gt;"');
    const back = await browsing.follow(
      await browsing.ask(people.url, { email: "New.Person@Example.com", name: "New Person" }),
      /\/members/,
    );
    expect(back.url).toBe(`${SITE}/members`);
    const session = await service.app.inject({
      url: "/members/urn:card:1/reader",
      headers: {
        accept: "application/json",
        cookie: `foyer_session=${browsing.cookie("foyer_session")}`,
      },
    });
    expect(session.json()).toMatchObject({ screen: "start" });
  });

  it.each(["//evil.example", "/\\evil.example", "/.//evil.example", "https://evil.example/"])(
    "never leads to %s",
    async (path) => {
      const browsing = new Browsing(service);
      const people = await browsing.follow(
        await browsing.ask(`/sign-in?path=${encodeURIComponent(path)}`),
      );
      const callback = await browsing.follow(
        await browsing.ask(people.url, { person: "kim-lund" }),
        /\/sign-in\/callback/,
      );
      expect(location(await browsing.ask(callback.url))).toBe("/");
    },
  );

  it("refuses a changed state, and an answer that belongs to another browser", async () => {
    const browsing = new Browsing(service);
    const people = await browsing.follow(await browsing.ask("/sign-in?path=%2Fmembers"));
    const callback = await browsing.follow(
      await browsing.ask(people.url, { person: "kim-lund" }),
      /\/sign-in\/callback/,
    );
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
  ])("refuses an answer to a request with a changed %s", async (_, found, forged) => {
    const browsing = new Browsing(service);
    const sent = await browsing.ask("/sign-in?path=%2Fmembers");
    const people = await browsing.follow(await browsing.ask(location(sent).replace(found, forged)));
    const callback = await browsing.follow(
      await browsing.ask(people.url, { person: "kim-lund" }),
      /\/sign-in\/callback/,
    );
    const refused = await browsing.ask(callback.url, undefined, { accept: "application/json" });
    expect(refused.status).toBe(400);
    expect(JSON.parse(refused.body)).toMatchObject({
      type: "urn:foyer:problem:sign-in-failed",
      signIn: "/sign-in?path=%2Fmembers",
    });
    expect(browsing.cookie("foyer_session")).toBeUndefined();
  });

  it("refuses an answer that names another issuer, and a forged cookie", async () => {
    const browsing = new Browsing(service);
    const people = await browsing.follow(await browsing.ask("/sign-in?path=%2Fmembers"));
    const callback = await browsing.follow(
      await browsing.ask(people.url, { person: "kim-lund" }),
      /\/sign-in\/callback/,
    );
    const cookie = browsing.cookie("foyer_sign_in") ?? "";
    browsing.setCookie("foyer_sign_in", `${cookie.slice(0, -2)}AA`);
    expect((await browsing.ask(callback.url)).status).toBe(400);
    browsing.setCookie("foyer_sign_in", cookie);
    expect(
      (await browsing.ask(callback.url.replace(/iss=[^&]+/, "iss=https%3A%2F%2Fevil.example")))
        .status,
    ).toBe(400);
    expect(browsing.cookie("foyer_session")).toBeUndefined();
  });

  it("reports a sign-in that took too long, in the visitor's language, with a way to begin anew", async () => {
    const browsing = new Browsing(service, { "accept-language": "fr-CA,fr;q=0.9" });
    const people = await browsing.follow(await browsing.ask("/sign-in?path=%2Fmembers"));
    const callback = await browsing.follow(
      await browsing.ask(people.url, { person: "lu-tremblay" }),
      /\/sign-in\/callback/,
    );
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 16 * 60_000 });
    const late = await browsing.ask(callback.url);
    expect(late.status).toBe(400);
    expect(late.body).toContain('<html lang="fr-CA">');
    expect(late.body).toContain("Cette connexion n’est plus ouverte");
    expect(late.body).toContain('href="/sign-in"');
  });

  it("lets people change their mind", async () => {
    const browsing = new Browsing(service);
    const people = await browsing.follow(
      await browsing.ask("/create-account?realm=idp&app=signup.payments&path=%2Fmembers%3Fa%3D1"),
    );
    const denied = await browsing.follow(await browsing.ask(people.url, { cancel: "yes" }));
    expect(denied.status).toBe(403);
    expect(denied.body).toContain("You are not signed in");
    expect(denied.body).toContain(
      'href="/create-account?realm=idp&amp;app=signup.payments&amp;path=%2Fmembers%3Fa%3D1"',
    );
  });

  it("keeps several attempts of one browser apart", async () => {
    const browsing = new Browsing(service);
    const first = await browsing.ask("/sign-in?path=%2Fmembers%3Ftab%3D1");
    for (let tab = 2; tab < 12; tab++)
      await browsing.ask(`/sign-in?path=%2Fmembers%3Ftab%3D${tab}%26pad%3D${"x".repeat(400)}`);
    expect(encodeURIComponent(browsing.cookie("foyer_sign_in") ?? "").length).toBeLessThan(4096);
    const second = await browsing.ask("/sign-in?path=%2Fmembers%3Ftab%3D12");
    await browsing.ask("/sign-in?path=%2Fmembers%3Ftab%3D13");
    const people = await browsing.follow(await browsing.ask(location(second)));
    expect(
      (await browsing.follow(await browsing.ask(people.url, { person: "kim-lund" }), /\/members/))
        .url,
    ).toContain("tab=12");
    // The first had to make room.
    expect((await browsing.follow(await browsing.ask(location(first)))).status).toBe(400);
  });
});
