import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import Fastify from "fastify";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { compileLibrary } from "../../server/definitions/flow-library.ts";
import type { KeptMail } from "../../server/storage/repositories/mails.ts";
import type { Service } from "../../server/service.ts";
import { shippedSources } from "../definitions.ts";
import { setAt } from "../edit-yaml.ts";
import { BuiltService } from "../browser/built-service.ts";
import { addOwner, applicantOf, KIM, SAM } from "./applicant.ts";
import { Browser } from "./browser.ts";
import { PlatformDouble } from "./platform-double.ts";
import { canariesIn } from "./canaries.ts";
import { recordedOf } from "./recorded.ts";
import { ANSWERS, outsideIsUp, PRODUCTION, testService } from "./service.ts";

const outside = await outsideIsUp();

const KEY = Buffer.alloc(32, 5).toString("base64");

const OF_SAM = {
  ...SAM,
  dobUnknown: false,
  dob: "02/03/1984",
  ssn4Unknown: false,
  ssn4: "7719",
  addressUnknown: false,
  line1: "9 Larkspur Lane",
  city: "Evanston",
  territory: "IL",
  zip: "60201",
};

/** A service whose platform is a double, in an environment that asks for signing in. */
async function ownersService(env: NodeJS.ProcessEnv = {}, lines?: string[]) {
  const platform = await new PlatformDouble().start();
  const log = lines === undefined ? undefined : { write: (line: string) => void lines.push(line) };
  const started = await testService(
    "outside",
    { FOYER_ENV: "TEST", PLATFORM_URL: platform.url, PUBLIC_URL: "http://localhost", ...env },
    log,
  );
  platform.service = started.service;
  return {
    ...started,
    platform,
    async stop() {
      await started.stop();
      await platform.stop();
    },
  };
}

describe("the owner's own lane", { skip: !outside }, () => {
  let service: Service;
  let platform: PlatformDouble;
  let stop: () => Promise<void>;
  const lines: string[] = [];
  beforeAll(async () => {
    ({ service, platform, stop } = await ownersService(
      { LOG_LEVEL: "trace", FOYER_KEY: KEY },
      lines,
    ));
  });
  afterAll(() => stop?.());

  const mails = async (to?: string) => {
    const { mails: kept } = (await new Browser(service).ask("/inbox.json")).seen as unknown as {
      mails: KeptMail[];
    };
    // Mails about the application itself come by timers.
    return kept.filter(
      (mail) => mail.template.startsWith("owner-") && (to === undefined || mail.to === to),
    );
  };

  const applicant = (start?: string) => applicantOf(service, start);
  /** Somebody else's browser, signed in on the way to what a link leads to. */
  const opened = async (link: string, email = `${randomUUID()}@guest.example`) => {
    const browser = new Browser(service);
    const got = await browser.openAs(email, link);
    return { browser, got, email };
  };
  /** Invites an owner. @returns the link in the mail */
  const invite = async (browser: Browser, id: string, action = "invite") => {
    const before = (await mails()).length;
    expect((await browser.act(action, {}, id)).status).toBe(200);
    const all = await mails();
    expect(all.length).toBe(before + 1);
    return all[0]?.links[0] ?? "";
  };
  const invited = async (owner: object = {}) => {
    const kim = await applicant();
    const list = kim.path;
    const id = await addOwner(kim, owner);
    const link = await invite(kim, id);
    return { kim, list, id, link, page: new URL(link).pathname };
  };

  it("begins with a mail to the owner, in the brand's name, with a link to their page and nothing else", async () => {
    const email = "sam@ortiz.example";
    const { kim, link, page, list } = await invited({ email });
    const [mail] = await mails(email);
    expect(mail).toMatchObject({
      template: "owner-invitation",
      locale: "en-US",
      name: "Sam",
      subject: "Verify your identity for Cedar & Pine LLC",
      links: [link],
    });
    expect(mail?.text).toContain("Kim Lund applied for a payments account");
    expect(mail?.html).toContain("Cedar &amp; Pine LLC");
    expect(mail?.html).toContain("Cedar Payments");
    expect(link).toMatch(
      /^http:\/\/localhost\/urn:app:[0-9a-f-]{36}\/owners\/urn:apl:[0-9a-f-]{36}\?grant=[\w-]{43}$/,
    );
    expect(page.startsWith(list)).toBe(true);
    expect((await kim.open(list)).seen.list?.items[0]?.status).toBe("Link sent");
    const inbox = await new Browser(service).ask("/inbox", undefined, { accept: "text/html" });
    expect(inbox.body).toContain(`<a href="${link}">`);
    expect(inbox.body).not.toContain("<script");
    expect(inbox.headers.get("content-security-policy")).toContain("default-src 'none'");
  });

  it("admits the owner after sign-in, who answers and is verified, and the applicant sees it", async () => {
    const { kim, list, id, link, page } = await invited();
    const sam = new Browser(service);
    const token = new URL(link).searchParams.get("grant") ?? "";
    const clean = await sam.ask(link, undefined, { accept: "text/html" });
    expect(clean).toMatchObject({ status: 303, location: page });
    const gate = await sam.ask(page, undefined, { accept: "text/html" });
    const signIn = `/sign-in?realm=idp&app=signup.payments&path=${encodeURIComponent(page)}`;
    expect(gate.status).toBe(200);
    expect(gate.body).toContain("<h1>Verify your identity for Cedar &amp; Pine LLC</h1>");
    expect(gate.body).toContain("Kim Lund applied for a payments account");
    expect(gate.body).toContain("This link is for Sam Ortiz alone.");
    expect(gate.body).toContain(`href="${signIn.replaceAll("&", "&amp;")}"`);
    expect(gate.headers.get("referrer-policy")).toBe("no-referrer");
    // A program is told where the sign-in is.
    expect((await sam.ask(page)).seen).toMatchObject({
      leave: { to: "sign-in", location: signIn },
    });
    const form = await sam.openAs("sam@ortiz.example", signIn);
    expect(form.seen).toMatchObject({
      screen: "owner",
      path: page,
      data: { firstName: "Sam", lastName: "Ortiz" },
    });
    expect(form.seen.actions?.map((action) => action.id)).toEqual(["identify"]);
    expect([...sam.cookies.keys()]).not.toContain("foyer_links");
    expect([...sam.cookies.values(), form.url, form.body].join()).not.toContain(token);

    const verifying = await sam.act("identify", { ...OF_SAM, email: "sam@ortiz.example" });
    expect(verifying.seen).toMatchObject({ screen: "owner-verifying" });
    expect(platform.heard.at(-1)).toMatchObject({
      method: "PATCH",
      body: { dob: "1984-02-03", governmentIdentification: { value: "7719" } },
    });
    platform.onboardings.push({ status: 200, body: { stepUpDetails: ["GOV_ID_SELFIE"] } });
    expect((await sam.act("check")).seen).toMatchObject({ screen: "owner-identification" });
    expect((await sam.act("start")).seen).toMatchObject({ screen: "owner-identification" });
    expect((await sam.act("check")).seen).toMatchObject({ screen: "owner-verifying" });
    const told = (await mails(KIM)).length;
    expect((await sam.act("check")).seen).toMatchObject({ screen: "owner-success" });
    const [mail, ...earlier] = await mails(KIM);
    expect(earlier.length).toBe(told);
    expect(mail).toMatchObject({
      template: "owner-finished",
      name: "Kim",
      links: [`http://localhost${list}`],
    });
    expect(mail?.text).toContain("Sam Ortiz has verified their identity");
    // The link leads the owner back to where they are, on another device as well.
    expect((await sam.open(link)).seen).toMatchObject({ screen: "owner-success" });
    expect((await opened(link, "sam@ortiz.example")).got.seen).toMatchObject({
      screen: "owner-success",
    });
    expect((await kim.open(list)).seen.list?.items).toMatchObject([{ id, status: "Completed" }]);

    // Recorded, the two are told apart, and neither is themselves.
    const { fixture, result } = await recordedOf(service, KEY, list, "merchant-signup");
    expect(result.deviations).toEqual([]);
    expect(result.steps.some(({ screen }) => screen === "owner-success")).toBe(true);
    expect(new Set(fixture.steps.map(({ actor }) => actor?.role))).toEqual(
      new Set([undefined, "owner"]),
    );
    expect(
      canariesIn(JSON.stringify(fixture), [
        "Sam",
        "Ortiz",
        "ortiz",
        "7719",
        "1984-02-03",
        "02/03/1984",
        "Larkspur",
        "Kim",
        "Lund",
        id,
      ]),
    ).toEqual([]);
  });

  it("shows the owner no other person's data, and the applicant no secret of the owner", async () => {
    const { kim, list, link, page } = await invited();
    await kim.open(list);
    await addOwner(kim, {
      firstName: "Noor",
      lastName: "Haddad",
      email: "noor@haddad.example",
      phone: "3125550188",
    });
    const { browser: sam, got } = await opened(link);
    const seen = [got.body];
    for (const rest of [
      "/bank",
      "/owners",
      "/applicant",
      "/identity",
      "/complete",
      "/verifying",
      "/success",
    ])
      seen.push((await sam.open(list.replace("/owners", rest))).body);
    await sam.open(page);
    seen.push(
      (await sam.act("identify", { ...OF_SAM, dob: "13/13/1984" })).body,
      (await sam.act("identify", OF_SAM)).body,
    );
    platform.onboardings.push({
      status: 500,
      body: { errors: [{ message: "Kim Lund is on a list" }] },
    });
    seen.push((await sam.act("check")).body);
    seen.push((await sam.open(page, { accept: "text/html" })).body);
    // The mail with the link has told who applies, and for which business.
    const applicants = [
      "is on a list",
      "kim+sbx",
      "834500001",
      "83-4500001",
      "1991",
      "9901",
      "Birch",
      "Tamarack",
      "3125550143",
      "5550142",
      "Noor",
      "Haddad",
      "3125550188",
    ];
    expect(canariesIn(seen.join(), applicants)).toEqual([]);

    const shown = [
      (await kim.open(page)).body,
      (await kim.open(page, { accept: "text/html" })).body,
      (await kim.open(list)).body,
    ];
    expect(canariesIn([...seen, ...shown].join(), ["7719", "1984-02-03", "02/03/1984"])).toEqual(
      [],
    );
    // What the owner handed in is theirs: the applicant sees who it is, and how it stands.
    expect((await kim.open(page)).seen.screen).toBe("owners");
    expect(canariesIn(shown.join(), ["Larkspur", "Evanston", "60201"])).toEqual([]);
  });

  it("shows each of the two only their own drafts", async () => {
    const { kim, list, id, link, page } = await invited();
    const { browser: sam, got } = await opened(link);
    expect(got.seen.screen).toBe("owner");
    expect(
      (await sam.type({ ...got.seen.data, lastName: "Typed-By-Sam", ssn4: "7719" })).status,
    ).toBe(200);
    expect((await kim.ask(page)).seen).toMatchObject({
      screen: "owner",
      data: { lastName: "Ortiz" },
    });
    expect((await kim.type({ ...got.seen.data, lastName: "Typed-By-Kim" })).status).toBe(200);
    expect((await sam.ask(page)).seen.data?.["lastName"]).toBe("Typed-By-Sam");
    expect((await kim.ask(page)).seen.data?.["lastName"]).toBe("Typed-By-Kim");
    const rows = await service.database.query<{ thing: string }>(
      "select thing from drafts where screen = 'owner' and thing = $1",
      [id],
    );
    expect(rows.length).toBe(2);
    // The applicant's pages are not theirs to type on.
    expect((await sam.type({}, `${list.replace(/owners$/, "applicant")}`)).status).toBe(403);
  });

  it("journals who acted", async () => {
    const { id, link } = await invited();
    const { browser: sam } = await opened(link);
    await sam.act("identify", OF_SAM);
    await sam.act("check");
    const rows = await service.database.query<{ because: string; actor: string }>(
      "select because, actor from journal where application = (select application from grants where thing = $1 limit 1) order by revision",
      [id],
    );
    const by = (because: string) =>
      rows.filter((row) => row.because === because).map(({ actor }) => actor);
    expect(by("screen:owner/submit")).toEqual(["applicant"]);
    expect(by("screen:owner/identify")).toEqual([`owner ${id}`]);
    expect(by("call:changeOwner/success")).toEqual([`owner ${id}`]);
    expect(by("call:notifyApplicant/success")).toEqual([`owner ${id}`]);
  });

  it("is not used up by programs that look through mails", async () => {
    const { link, page } = await invited();
    for (let looked = 0; looked < 3; looked++) {
      expect(
        await new Browser(service).ask(link, undefined, { accept: "text/html" }),
      ).toMatchObject({ status: 303, location: page });
      expect((await new Browser(service).open(link, { accept: "text/html" })).status).toBe(200);
    }
    await service.app.inject({ method: "HEAD", url: link, headers: { host: "localhost" } });
    const [grant] = await service.database.query<{ used_by: Buffer | null }>(
      "select used_by from grants where path = $1",
      [page],
    );
    expect(grant?.used_by).toBeNull();
    expect((await opened(link)).got.seen).toMatchObject({ screen: "owner" });
  });

  it("is not used up by what only looks ahead in a browser that is signed in", async () => {
    const { link, page } = await invited();
    const sam = new Browser(service);
    await sam.openAs("ahead@guest.example", "/get-started");
    const cookie = [...sam.cookies].map((pair) => pair.join("=")).join("; ");
    const headers = { host: "localhost", cookie, accept: "text/html" };
    await service.app.inject({ method: "HEAD", url: link, headers });
    const ahead = await sam.ask(link, undefined, {
      accept: "text/html",
      "sec-purpose": "prefetch",
    });
    expect([ahead.status, ahead.headers.get("cache-control")]).toEqual([403, "no-store"]);
    const used = async () =>
      service.database.query("select used_by is null as unused from grants where path = $1", [
        page,
      ]);
    expect(await used()).toEqual([{ unused: true }]);
    await sam.open(link, { accept: "text/html" });
    expect(await used()).toEqual([{ unused: false }]);
  });

  it("waits for nobody else once the person who opened it signs out", async () => {
    const { link, page } = await invited();
    const shared = new Browser(service);
    await shared.ask(link, undefined, { accept: "text/html" });
    expect([...shared.cookies.keys()]).toContain("foyer_links");
    await shared.openAs("first@guest.example", "/sign-in?path=%2Flibrary-card");
    const out = await shared.ask("/sign-out", {});
    const { leave } = out.seen as { readonly leave?: { readonly location: string } };
    await shared.open(leave?.location ?? "/", { accept: "text/html" });
    expect([...shared.cookies.keys()]).not.toContain("foyer_links");
    await shared.openAs("second@guest.example", "/sign-in?path=%2Flibrary-card");
    const second = await shared.open(page, { accept: "application/json" });
    expect(second.seen.screen).not.toBe("owner");
    expect(
      await service.database.query("select used_by from grants where path = $1", [page]),
    ).toEqual([{ used_by: null }]);
  });

  it("refuses a link that another person has used, with the flow's own page", async () => {
    const { link, page } = await invited();
    const first = await opened(link);
    const second = await opened(link);
    expect(second.got.status).toBe(403);
    expect(second.got.body).toContain("This page belongs to another account");
    const program = await second.browser.ask(link);
    expect(program).toMatchObject({
      status: 403,
      seen: { type: "urn:foyer:problem:link-used", view: { screen: "owner-applicant-error" } },
    });
    for (const { body } of [second.got, program]) {
      expect(body).not.toContain(new URL(link).searchParams.get("grant"));
      expect(body).not.toContain("Ortiz");
    }
    expect((await second.browser.open(page)).seen).toMatchObject({
      screen: "owner-applicant-error",
    });
    expect((await first.browser.open(page)).seen).toMatchObject({ screen: "owner" });
  });

  it("revokes the earlier link when a new one is sent, and its grants", async () => {
    const { kim, list, id, link, page } = await invited();
    const { browser: early, got } = await opened(link);
    expect(got.seen).toMatchObject({ screen: "owner" });
    await kim.open(list);
    const newer = await invite(kim, id, "invite-again");
    expect(newer).not.toBe(link);
    const late = await new Browser(service).open(link, { accept: "text/html" });
    expect(late.status).toBe(410);
    expect(late.body).toContain("no longer valid");
    expect((await early.open(page)).seen).toMatchObject({ screen: "owner-applicant-error" });
    expect((await early.ask(page, { action: "identify", data: OF_SAM, revision: 1 })).status).toBe(
      403,
    );
    expect((await early.open(newer)).seen).toMatchObject({ screen: "owner" });
    expect(
      (
        await service.database.query(
          "select 1 from grants where thing = $1 and revoked_at is null",
          [id],
        )
      ).length,
    ).toBe(1);
  });

  it.each([
    ["en-US", "This link has expired"],
    ["en-CA", "This link has expired"],
    ["fr-CA", "Ce lien a expiré"],
  ])("reports an expired link with advice, in %s", async (locale, title) => {
    const { link, page } = await invited();
    await service.database.query(
      "update grants set expires_at = now() - interval '1 second' where path = $1",
      [page],
    );
    const late = await new Browser(service, { "accept-language": locale }).open(link, {
      accept: "text/html",
    });
    expect(late.status).toBe(410);
    expect(late.body).toContain(title);
    expect(late.body).toContain(`<html lang="${locale}">`);
    expect(late.body).not.toContain("Ortiz");
    expect(await new Browser(service).open(link)).toMatchObject({
      status: 410,
      seen: { type: "urn:foyer:problem:link-expired" },
    });
  });

  it("keeps an admitted owner when the link expires, and refuses one who is still signing in", async () => {
    const { link, page } = await invited();
    const { browser: sam, email } = await opened(link);
    await service.database.query(
      "update grants set expires_at = now() - interval '1 second' where path = $1",
      [page],
    );
    expect((await sam.open(link)).seen).toMatchObject({ screen: "owner" });
    expect((await new Browser(service).openAs(email, page)).seen).toMatchObject({
      screen: "owner",
    });

    const other = await invited();
    const late = new Browser(service);
    await late.ask(other.link, undefined, { accept: "text/html" });
    await service.database.query(
      "update grants set expires_at = now() - interval '1 second' where path = $1",
      [other.page],
    );
    expect((await late.open(other.page, { accept: "text/html" })).status).toBe(410);
    expect((await late.openAs("late@guest.example", other.page)).seen).toMatchObject({
      screen: "owner-applicant-error",
    });
  });

  it("refuses a token that was changed, is none, or stands on another page", async () => {
    const { link, page } = await invited();
    const other = await invited();
    const token = new URL(link).searchParams.get("grant") ?? "";
    const flipped = token.slice(0, -2) + (token.endsWith("AA") ? "BB" : "AA");
    const forged = [
      `${page}?grant=${flipped}`,
      `${page}?grant=`,
      `${page}?grant=%00`,
      `${page}?grant=${"x".repeat(3000)}`,
      `${other.page}?grant=${token}`,
      `${page.replace(/urn:apl:.*/, `urn:apl:${randomUUID()}`)}?grant=${token}`,
      `${page.replace(/urn:app:[^/]+/, `urn:app:${randomUUID()}`)}?grant=${token}`,
      `${page}/verifying?grant=${token}`,
      `/?grant=${token}`,
      `/library-card?grant=${token}`,
    ];
    for (const address of forged) {
      const got = await new Browser(service).open(address);
      expect([address.slice(0, 120), got.status, got.seen.type]).toEqual([
        address.slice(0, 120),
        403,
        "urn:foyer:problem:link-unknown",
      ]);
    }
    expect((await opened(link)).got.seen).toMatchObject({ screen: "owner" });
  });

  it("takes an address that a mail program has written differently", async () => {
    const { link, page } = await invited();
    expect((await opened(link.replaceAll("urn:", "urn%3A"))).got.seen).toMatchObject({
      screen: "owner",
      path: page,
    });
  });

  it("stays whole when the applicant opens it", async () => {
    const { kim, link, page } = await invited();
    const own = await kim.open(link);
    expect(own.seen).toMatchObject({ screen: "owner", path: page });
    expect(own.seen.actions?.map(({ id }) => id)).toContain("submit");
    expect((await opened(link)).got.seen).toMatchObject({ screen: "owner" });
  });

  it("lets the owner do nothing but their own part", async () => {
    const { kim, list, link, page } = await invited();
    const other = await invited();
    await kim.open(list);
    const second = await addOwner(kim, { email: "noor@haddad.example" });
    const { browser: sam } = await opened(link);
    const { revision } = sam;
    const refused: readonly (readonly [string, string, object?, string?])[] = [
      [list, "skip"],
      [list, "add"],
      [list, "remove", {}, second],
      [list, "invite", {}, second],
      [list.replace("/owners", "/bank"), "submit", ANSWERS.bank],
      [list.replace("/owners", "/identity"), "submit", ANSWERS.identity],
      [`${list}/${second}`, "identify", OF_SAM],
      [`${list}/urn:apl:${randomUUID()}`, "identify", OF_SAM],
      [`${list}/${second}/verifying`, "check"],
      [page, "submit", OF_SAM],
      [page, "back", SAM],
      [other.page, "identify", OF_SAM],
      [list.replace("/owners", "/phone-auth/confirmation"), "confirm"],
    ];
    for (const [path, action, data, item] of refused) {
      const got = await sam.ask(path, {
        action,
        data: data ?? {},
        revision,
        ...(item === undefined ? {} : { item }),
      });
      expect([path, action, got.status]).toEqual([path, action, 403]);
    }
    for (const path of [
      list,
      `${list}/${second}`,
      `${list}/bank`,
      list.replace("/owners", "/complete"),
    ])
      expect((await sam.open(path)).seen).toMatchObject({ path: page });
    // Nor does an address tell of the applicant.
    await sam.open(`${page}?email=evil@example.com&companyName=Evil`);
    const told = await service.database.query(
      "select 1 from journal where because = 'entry' and application = (select application from grants where path = $1)",
      [page],
    );
    expect(told).toEqual([]);
    expect((await kim.open(list)).seen.list?.items.length).toBe(2);
  });

  it("leads nowhere any more when the applicant removes the owner", async () => {
    const { kim, list, id, link, page } = await invited();
    const { browser: sam } = await opened(link);
    await kim.open(list);
    await kim.act("remove", {}, id);
    expect((await sam.open(page)).seen).toMatchObject({
      screen: "incorrect-url",
      title: "You do not need to do anything here",
    });
  });

  it("shows what an owner typed in vain to that owner alone", async () => {
    const { kim, list, id, link, page } = await invited({ email: "sam@ortiz.example" });
    const { browser: sam } = await opened(link);
    platform.failing = /^PATCH .*\/individuals\//;
    const refused = await sam.act("identify", OF_SAM);
    platform.failing = undefined;
    expect(refused.seen.data).toMatchObject({ line1: OF_SAM.line1 });
    // The applicant gets the list, which offers no change, and can invite again.
    const seen = await kim.open(page);
    expect(seen.seen).toMatchObject({ screen: "owners", path: list });
    expect(canariesIn(seen.body, [OF_SAM.line1, OF_SAM.zip])).toEqual([]);
    expect(seen.seen.list?.items[0]?.actions.map((action) => action.id)).toEqual([
      "invite-again",
      "remove",
    ]);
    const forged = { ...SAM, email: "other@ortiz.example" };
    const { revision } = kim;
    expect((await kim.ask(page, { action: "submit", data: forged, revision })).status).toBe(409);
    // The next link goes to the same person and opens the same form.
    const before = (await mails("sam@ortiz.example")).length;
    await kim.open(list);
    const newer = await invite(kim, id, "invite-again");
    expect((await mails("sam@ortiz.example")).length).toBe(before + 1);
    const { browser: again, got } = await opened(newer);
    expect(got.seen.data).toMatchObject({ line1: OF_SAM.line1 });
    expect((await again.act("identify", OF_SAM)).seen.screen).toBe("owner-verifying");
  });

  it("is said to be withdrawn before anybody signs in, under the brand that sent it", async () => {
    const { kim, list, id, link } = await invited();
    await kim.open(list);
    await kim.act("remove", {}, id);
    const late = await new Browser(service).open(link, { accept: "text/html" });
    expect(late.status).toBe(410);
    expect(late.body).toContain("no longer valid");
    expect(late.body).toContain("Cedar Payments");
  });

  it("answers a repetition once, for the visitor of its key", async () => {
    const { kim, list, link, page } = await invited();
    const { browser: sam } = await opened(link);
    const key = randomUUID();
    const body = { action: "identify", data: OF_SAM, revision: sam.revision };
    const handedIn = platform.heard.length;
    const first = await sam.ask(page, body, { "idempotency-key": key });
    const again = await sam.ask(page, body, { "idempotency-key": key });
    expect(again.seen).toMatchObject({ screen: "owner-verifying", revision: first.seen.revision });
    expect(platform.heard.length).toBe(handedIn + 1);
    // The applicant's keys are another's: the same letters mean another request.
    await kim.open(list);
    const own = await kim.ask(
      list,
      { action: "add", data: {}, revision: kim.revision },
      { "idempotency-key": key },
    );
    expect(own.seen).toMatchObject({ screen: "owner" });
  });

  it("keeps the reseller's prefix and look", async () => {
    const kim = await applicant("/r/westlake/get-started");
    const link = await invite(kim, await addOwner(kim));
    expect(link).toMatch(/^http:\/\/localhost\/r\/westlake\/urn:app:/);
    expect((await mails())[0]?.html).toContain("Westlake");
    expect((await opened(link)).got.seen).toMatchObject({ screen: "owner" });
  });

  it("admits an owner without sign-in where the flow does not require it, and keeps them when they sign in later", async () => {
    const { link, page } = await invited();
    const strict = service.library();
    const sources = new Map(await shippedSources);
    const limits = "flows/merchant-signup/config/limits.yaml";
    sources.set(limits, setAt(sources.get(limits), "signIn/required", false));
    const open = compileLibrary(sources, "TEST");
    if (!open.ok) throw new Error(JSON.stringify(open.problems));
    service.use(open.library);
    try {
      const scan = await new Browser(service).ask(link);
      expect(scan).toMatchObject({ status: 303, location: page });
      const sam = new Browser(service);
      expect((await sam.open(link)).seen).toMatchObject({ screen: "owner" });
      const second = await new Browser(service).open(link, { accept: "text/html" });
      expect(second.status).toBe(403);
      await sam.openAs("sam@later.example", "/sign-in?path=%2Flibrary-card");
      expect((await sam.open(page)).seen).toMatchObject({ screen: "owner" });
      expect((await sam.open(link)).seen).toMatchObject({ screen: "owner" });
    } finally {
      service.use(strict);
    }
  });

  it("stores tokens as hashes, seals mails, and logs no personal data", async () => {
    const { link } = await invited({ email: "canary@ortiz.example" });
    await opened(link, "canary-two@ortiz.example");
    const token = new URL(link).searchParams.get("grant") ?? "";
    const dump = JSON.stringify(
      await Promise.all(
        [
          "grants",
          "guests",
          "mails",
          "calls",
          "sessions",
          "idempotency_keys",
          "events",
          "journal",
          "applications",
        ].map((table) => service.database.query(`select row_to_json(t)::text from ${table} t`)),
      ),
    );
    for (const canary of [token, "canary@ortiz.example", "Ortiz"]) {
      expect(dump).not.toContain(canary);
      expect(dump).not.toContain(Buffer.from(canary).toString("hex"));
    }
    await new Browser(service).open(`${link}x`);
    await service.app.inject({
      method: "GET",
      url: `${link}&grant=%E0%A4%A`,
      headers: { host: "localhost" },
    });
    const log = lines.join("\n");
    expect(
      canariesIn(log, [token, "canary", "Ortiz", "ortiz", "kim+sbx", "grant=", "7719"]),
    ).toEqual([]);
  });
});

it.skipIf(!outside)("production has no inbox", async () => {
  const production = await testService("outside", PRODUCTION);
  try {
    for (const path of ["/inbox", "/inbox.json"])
      expect((await new Browser(production.service).ask(path)).body).toContain('"leave"');
  } finally {
    await production.stop();
  }
});

it("a repeated mail carries the same link", async () => {
  const platform = await new PlatformDouble().start();
  const heard: { readonly key: unknown; readonly link: unknown }[] = [];
  const mail = Fastify();
  let die: (() => Promise<void>) | undefined;
  mail.post<{ Body: { template: string; link: string } }>("/messages", async (request, reply) => {
    if (request.body.template !== "owner-invitation")
      return reply.code(202).send({ status: "sent" });
    heard.push({ key: request.headers["idempotency-key"], link: request.body.link });
    // The mail is on its way, and the service has not recorded it.
    await die?.();
    return reply.code(202).send({ status: "sent" });
  });
  const built = await BuiltService.start({
    FOYER_ENV: "TEST",
    PLATFORM_URL: platform.url,
    MAIL_URL: await mail.listen({ port: 0, host: "127.0.0.1" }),
  });
  try {
    platform.service = built.url;
    const kim = await applicantOf(built.url);
    const id = await addOwner(kim);
    const list = kim.path;
    die = () => built.kill();
    await expect(kim.act("invite", {}, id)).rejects.toThrow();
    die = undefined;
    // The leases of the dead process end by themselves: 9 seconds for the call, 60 for the mail.
    await built.query("update calls set leased_until = now() where answered_at is null");
    await built.query("update mails set sending_until = now() where sent_at is null");
    await built.up();
    for (let waited = 0; waited < 20 && heard.length < 2; waited++) {
      await sleep(1000);
      await kim.open(list);
    }
    expect(heard.length).toBe(2);
    expect(heard[1]).toEqual(heard[0]);
    // The mail is heard a moment before the service has recorded that it is sent.
    const status = async () => (await kim.open(list)).seen.list?.items[0]?.status;
    await expect.poll(status).toBe("Link sent");
    const living = await built.query("select 1 from grants where revoked_at is null");
    expect(living.length).toBe(1);
    expect(
      (await new Browser(built.url).openAs("sam@ortiz.example", String(heard[0]?.link))).seen,
    ).toMatchObject({ screen: "owner" });
  } finally {
    await built.stop();
    await mail.close();
    await platform.stop();
  }
}, 180_000);
