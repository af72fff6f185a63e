import { createServer, type AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Issuer, type SignInError } from "../../../../server/routes/sign-in/issuer.ts";
import type { Service } from "../../../../server/service.ts";
import { Browsing, SITE } from "../../browsing.ts";
import { IssuerDouble } from "../../issuer-double.ts";
import { outsideIsUp, PRODUCTION, Visitor } from "../../service.ts";
import { begin, location, membersService } from "./members.ts";

const outside = await outsideIsUp();

describe("signing in at an issuer outside", { skip: !outside }, () => {
  const client = { id: "foyer-outside", secret: "a secret: with / odd & signs", site: SITE };
  let issuer: IssuerDouble;
  let service: Service;
  let stop: () => Promise<void>;
  beforeAll(async () => {
    issuer = await IssuerDouble.start(client);
    ({ service, stop } = await membersService({
      OIDC_ISSUER: issuer.url,
      OIDC_CLIENT_ID: client.id,
      OIDC_CLIENT_SECRET: client.secret,
      PUBLIC_URL: SITE,
    }));
  });
  afterAll(async () => {
    await stop?.();
    await issuer?.stop();
  });

  const personBehind = async (browsing: Browsing) => {
    const answer = await service.app.inject({
      url: "/members/x",
      headers: {
        accept: "application/json",
        cookie: `foyer_session=${browsing.cookie("foyer_session")}`,
      },
    });
    return answer.json() as { screen?: string; leave?: object };
  };

  it("carries realm and app there, and comes back signed in", async () => {
    issuer.next = { sub: "42", email: "kim@cedar.dev", name: "Kim Lund" };
    const browsing = new Browsing(service);
    const back = await browsing.follow(
      await browsing.ask("/members/x?shelf=1"),
      /localhost\/members\/x/,
    );
    expect(back.url).toBe(`${SITE}/members/x?shelf=1`);
    expect(Object.fromEntries(issuer.asked)).toMatchObject({
      realm: "idp",
      app: "signup.payments",
      client_id: client.id,
      code_challenge_method: "S256",
    });
    expect(issuer.asked.get("prompt")).toBeNull();
    expect(await personBehind(browsing)).toHaveProperty("screen");
  });

  it("asks for a new account where the issuer knows how", async () => {
    issuer.next = { sub: "43" };
    const browsing = new Browsing(service);
    await browsing.follow(
      await browsing.ask("/create-account?path=%2Fmembers"),
      /localhost\/members/,
    );
    expect(issuer.asked.get("prompt")).toBe("create");
    expect(await personBehind(browsing)).toHaveProperty("screen");
  });

  it("identifies a person in two browsers by issuer and subject, not by e-mail", async () => {
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

  /** Signs the person at the issuer in, without the service. */
  const identified = async (report: (error: SignInError) => void) => {
    const { id: clientId, secret: clientSecret } = client;
    const asked = new Issuer({ url: issuer.url, clientId, clientSecret, insecure: true });
    const { attempt, location: there } = await asked.begin({ path: "/", create: false }, SITE);
    const browsing = new Browsing(service);
    const back = await browsing.follow(await browsing.ask(there), /\/sign-in\/callback/);
    const { search } = new URL(back.url);
    const how = { origin: SITE, axes: ["market"], report };
    return asked.identify(search, { ...attempt, until: 0 }, how);
  };

  it("reads role and axes at the userinfo endpoint where the ID token has an e-mail alone", async () => {
    issuer.next = {
      sub: "48",
      email: "kim@cedar.dev",
      more: { name: "Kim Lund", role: "staff", market: "CA" },
    };
    const reported: SignInError[] = [];
    const { person } = await identified((error) => reported.push(error));
    expect(person).toEqual({
      issuer: issuer.url,
      subject: "48",
      email: "kim@cedar.dev",
      name: "Kim Lund",
      role: "staff",
      market: "CA",
    });
    expect(reported).toEqual([]);
  });

  it("signs in without the claims of a userinfo endpoint that fails, and reports why", async () => {
    issuer.next = { sub: "49", email: "kim@cedar.dev", more: { role: "staff" } };
    issuer.isMute = true;
    const reported: SignInError[] = [];
    const { person } = await identified((error) => reported.push(error)).finally(() => {
      issuer.isMute = false;
    });
    expect(person).toEqual({ issuer: issuer.url, subject: "49", email: "kim@cedar.dev" });
    expect(reported.map(({ message }) => message)).toEqual([
      `The claims at ${issuer.url}/me cannot be read`,
    ]);
    expect(reported[0]?.cause).toBeInstanceOf(Error);
  });

  it("shows a notice when the person refuses there", async () => {
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
    const asks = await browsing.ask("/sign-out");
    const out = await browsing.ask("/sign-out", {});
    expect(location(out)).toMatch(new RegExp(`^${issuer.url}/session/end\\?`));
    expect(Object.fromEntries(new URL(location(out)).searchParams)).toMatchObject({
      post_logout_redirect_uri: `${SITE}/`,
      client_id: client.id,
      id_token_hint: expect.stringMatching(/^eyJ/),
    });
    expect((await browsing.ask(location(out))).status).toBe(200);
    // Browsers hold the redirect to the policy of the page whose form was sent.
    expect(asks.headers.get("content-security-policy")).toContain(
      `form-action 'self' ${issuer.url};`,
    );
  });

  it("does not serve the embedded provider beside it", async () => {
    expect(
      (await new Browsing(service).ask("/idp/.well-known/openid-configuration")).status,
    ).not.toBe(200);
  });

  it.each([
    ["a wrong secret", { OIDC_CLIENT_SECRET: "wrong" }, 400],
    ["an issuer that calls itself something else", { OIDC_ISSUER: "localhost" }, 503],
  ])("shows an error with %s", async (_, change, status) => {
    const env = {
      OIDC_ISSUER: issuer.url,
      OIDC_CLIENT_ID: client.id,
      OIDC_CLIENT_SECRET: client.secret,
      ...change,
    };
    if (env.OIDC_ISSUER === "localhost")
      env.OIDC_ISSUER = issuer.url.replace("127.0.0.1", "localhost");
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
    const own = await membersService({
      OIDC_ISSUER: short.url,
      OIDC_CLIENT_ID: client.id,
      OIDC_CLIENT_SECRET: client.secret,
    });
    const browsing = new Browsing(own.service);
    await browsing.follow(
      await browsing.ask("/create-account?path=%2Fmembers"),
      /localhost\/members/,
    );
    // This one does not know how to create accounts: its own page offers that.
    expect(short.asked.get("prompt")).toBeNull();
    const again = await browsing.follow(
      await browsing.ask("/sign-in?path=%2Fmembers"),
      /\/sign-in\/callback/,
    );
    await short.stop();
    const during = await browsing.ask(again.url);
    expect(during.status).toBe(503);
    expect(during.headers.get("retry-after")).toBe("5");
    expect(during.body).toContain("Sign-in is not available right now");
    expect((await browsing.ask("/sign-out", {})).headers.get("location")).toContain(short.url);
    await own.stop();

    const lines: string[] = [];
    const never = await membersService(
      { OIDC_ISSUER: short.url, OIDC_CLIENT_ID: client.id, LOG_LEVEL: "warn" },
      { write: (line) => void lines.push(line) },
    );
    const before = await new Browsing(never.service).ask("/sign-in?path=%2Fmembers");
    expect(before.status).toBe(503);
    const said = lines.map((line) => JSON.parse(line) as { msg: string; cause?: string });
    const failed = said.find(({ msg }) => msg.includes("metadata"));
    expect(failed?.msg).toBe(
      `The metadata of the issuer ${short.url} (OIDC_ISSUER) cannot be read`,
    );
    expect(failed?.cause).toContain("ECONNREFUSED");
    await never.stop();
  });
});

describe("an issuer that hangs", { skip: !outside }, () => {
  it("holds no place of other visitors, and is not asked again at once", async () => {
    const silent = createServer(() => undefined);
    await new Promise<void>((resolve) => silent.listen(0, "127.0.0.1", resolve));
    const { service, stop } = await membersService({
      OIDC_ISSUER: `http://127.0.0.1:${(silent.address() as AddressInfo).port}`,
      OIDC_CLIENT_ID: "foyer",
      FOYER_AT_ONCE: "1",
      FOYER_QUEUE: "0",
    });
    const browsing = new Browsing(service);
    const waiting = browsing.ask("/sign-in?path=%2Fmembers");
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect((await new Visitor(service).get("/members")).statusCode).toBe(200);
    expect((await waiting).status).toBe(503);
    const began = performance.now();
    expect((await new Browsing(service).ask("/sign-in?path=%2Fmembers")).status).toBe(503);
    expect(performance.now() - began).toBeLessThan(2000);
    await stop();
    silent.close();
  }, 20_000);
});

describe("in production", { skip: !outside }, () => {
  it("has no embedded provider: while the issuer does not answer no visitor can sign in, and cookies are for https alone", async () => {
    const { service, stop } = await membersService(PRODUCTION);
    const browsing = new Browsing(service);
    expect((await browsing.ask("/sign-in")).status).toBe(503);
    expect((await browsing.ask("/idp/.well-known/openid-configuration")).body).not.toContain(
      "issuer",
    );
    const started = await browsing.ask("/members", { action: "submit", revision: "0" });
    expect(started.headers.getSetCookie().join()).toMatch(
      /__Host-foyer_session=host-[^;]+; Path=\/; HttpOnly; Secure; SameSite=Lax/,
    );
    await stop();
  });
});
