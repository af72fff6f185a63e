import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Service } from "../../../../server/service.ts";
import type { KeptMail } from "../../../../server/storage/repositories/mails.ts";
import { CLINIC } from "../../../definitions.ts";
import { Browser } from "../../browser.ts";
import { dumpOf } from "../../dump.ts";
import { outsideIsUp, testService } from "../../service.ts";

const HTML = { accept: "text/html" };

describe("mailed links", { skip: !(await outsideIsUp()) }, () => {
  let service: Service;
  let stop: () => Promise<void>;
  let parent: Browser;
  let address: string;
  let families = 0;
  beforeAll(async () => {
    ({ service, stop } = await testService("outside", {
      FOYER_FLOWS: CLINIC,
      PUBLIC_URL: "http://localhost",
    }));
  });
  afterAll(() => stop?.());

  /** A family that has typed its address and is asked for the code. */
  beforeEach(async () => {
    parent = new Browser(service);
    address = `kim${++families}@cedar.dev`;
    await parent.open("/clinic");
    await parent.act("submit");
    await parent.act("submit", { postcode: "11111" });
    const asked = await parent.act("submit", { address });
    expect(asked.seen.screen).toBe("email-code");
  });

  const mailsTo = async (to: string): Promise<readonly KeptMail[]> => {
    const { mails } = (await new Browser(service).ask("/inbox.json")).seen as unknown as {
      mails: readonly KeptMail[];
    };
    return mails.filter((mail) => mail.to === to);
  };
  const latest = async (to = address): Promise<KeptMail> => {
    const [mail] = await mailsTo(to);
    if (mail === undefined) throw new Error(`There is no mail to ${to}`);
    return mail;
  };
  const linkIn = ({ links }: KeptMail): string => links[0] ?? "";
  const codeIn = ({ text }: KeptMail): string => /\b\d{6}\b/.exec(text)?.[0] ?? "";
  /** Opens a link in a browser of its own. @returns the address of its page */
  const opened = async (link: string, browser = new Browser(service)) => {
    const page = await browser.open(link, HTML);
    return { browser, page, path: new URL(page.url).pathname };
  };
  /** The parent's page after the address was confirmed by the code. */
  const confirmed = async () => {
    const got = await parent.act("submit", { code: codeIn(await latest()) });
    expect(got.seen.screen).toBe("contact");
    return got;
  };
  /** The link to go on that the page at hand mails. */
  const toGoOn = async (): Promise<string> => {
    const sent = await parent.act("later");
    expect(JSON.stringify(sent.seen)).toContain("We sent you a link.");
    const mail = await latest();
    expect(mail.template).toBe("go-on");
    return linkIn(mail);
  };

  it("a code is taken in the form, and a wrong one refused", async () => {
    const code = codeIn(await latest());
    const wrong = code === "111111" ? "222222" : "111111";
    const refused = await parent.act("submit", { code: wrong });
    expect(refused.status).toBe(422);
    expect(JSON.stringify(refused.seen)).toContain("This is not the code that we sent.");
    await parent.open(parent.path);
    expect((await parent.act("submit", { code })).seen.screen).toBe("contact");
  });

  it("a code is spent after five attempts", async () => {
    const code = codeIn(await latest());
    const wrong = code === "111111" ? "222222" : "111111";
    for (let tries = 0; tries < 5; tries++) {
      await parent.act("submit", { code: wrong });
      await parent.open(parent.path);
    }
    const spent = await parent.act("submit", { code });
    expect(spent.status).toBe(422);
    expect(JSON.stringify(spent.seen)).toContain("too old");
  });

  it("opening a link confirms nothing, pressing its button does, on any device", async () => {
    const { browser, page, path } = await opened(linkIn(await latest()));
    expect(page.status).toBe(200);
    expect(page.headers.get("referrer-policy")).toBe("no-referrer");
    expect(page.headers.get("cache-control")).toBe("no-store");
    expect(page.body).toContain("<h1>Confirm your email address</h1>");
    expect(page.body).toContain('<form method="post"><button>Confirm</button></form>');
    expect(page.body).not.toContain("<script");
    expect(page.url).not.toContain("grant");
    expect((await parent.act("opened")).seen.screen).toBe("email-code");

    const done = await browser.ask(path, {}, HTML);
    expect(done.status).toBe(200);
    expect(done.body).toContain("Your email address is confirmed");
    // The other device is let into nothing.
    expect((await browser.ask(parent.path)).seen.screen).not.toBe("email-code");
    // The page of the first device goes on, though the application has changed meanwhile.
    expect((await parent.act("opened")).seen.screen).toBe("contact");
  });

  it("a link that is pressed many times at once is used once, by one step", async () => {
    const { browser, path } = await opened(linkIn(await latest()));
    const presses = await Promise.all(Array.from({ length: 8 }, () => browser.ask(path, {}, HTML)));
    const confirmations = presses.filter(({ body }) => body.includes("is confirmed"));
    expect(confirmations).toHaveLength(1);
    const [row] = await service.database.query<{ used: number; steps: string }>(
      `select grants.used, count(journal.*) as steps from grants
       left join journal on journal.application = grants.application and journal.kind = 'link'
       where grants.used > 0 group by grants.token_hash, grants.used, grants.used_at
       order by grants.used_at desc limit 1`,
    );
    expect([row?.used, Number(row?.steps)]).toEqual([1, 1]);
  });

  it("a used link shows a notice, and leads its own applicant to their current page", async () => {
    const link = linkIn(await latest());
    const { browser, path } = await opened(link);
    await browser.ask(path, {}, HTML);
    const again = await browser.ask(path, {}, HTML);
    expect(again.status).toBe(410);
    expect(again.body).toContain("This link has been used");
    await parent.open(link, HTML);
    const own = await parent.ask(path, {}, HTML);
    expect(own.status).toBe(303);
    expect(own.location).toMatch(/\/contact$/);
  });

  it("a link about an address that was changed is no longer valid, nor an earlier link", async () => {
    const first = linkIn(await latest());
    await parent.act("back");
    expect((await opened(first)).page.status).toBe(200);
    const former = address;
    await parent.act("submit", { address: `new-${former}` });
    const changed = await opened(first);
    expect(changed.page.status).toBe(410);
    expect(changed.page.body).toContain("This link is no longer valid");
    expect((await changed.browser.ask(changed.path, {}, HTML)).status).toBe(410);

    address = `new-${former}`;
    const second = linkIn(await latest());
    await parent.act("resend");
    expect((await opened(second)).page.status).toBe(410);
    expect((await opened(linkIn(await latest()))).page.status).toBe(200);
  });

  it("an expired link shows a notice", async () => {
    const link = linkIn(await latest());
    await service.database.query("update grants set expires_at = now() - interval '1 second'");
    const { page, browser, path } = await opened(link);
    expect(page.status).toBe(410);
    expect(page.body).toContain("This link has expired");
    expect((await browser.ask(path, {}, HTML)).status).toBe(410);
    expect((await parent.act("opened")).seen.screen).toBe("email-code");
  });

  it("an unknown token, another page's token, and a page without its cookie open nothing", async () => {
    const { pathname } = new URL(linkIn(await latest()));
    for (const link of [
      `http://localhost${pathname}`,
      `http://localhost${pathname}?grant=${"A".repeat(43)}`,
      `http://localhost/links/other?grant=${new URL(linkIn(await latest())).searchParams.get("grant") ?? ""}`,
    ]) {
      const { page, browser, path } = await opened(link);
      expect(page.status).toBe(403);
      expect(page.body).toContain("This link does not work");
      expect((await browser.ask(path, {}, HTML)).status).toBe(403);
    }
  });

  it("another site cannot press the button", async () => {
    const { browser, path } = await opened(linkIn(await latest()));
    const foreign = await browser.ask(path, {}, { "sec-fetch-site": "cross-site" });
    expect(foreign.status).toBe(403);
    expect((await parent.act("opened")).seen.screen).toBe("email-code");
  });

  it("the page speaks the reader's language, in the words of the flow and of the shell", async () => {
    const french = { ...HTML, "accept-language": "fr-CA" };
    const browser = new Browser(service, { "accept-language": "fr-CA" });
    const page = await browser.open(linkIn(await latest()), french);
    expect(page.body).toContain('<html lang="fr-CA">');
    expect(page.body).toContain("Confirmez votre adresse courriel");
    const { pathname } = new URL(page.url);
    await browser.ask(pathname, {}, french);
    expect((await browser.ask(pathname, {}, french)).body).toContain("Ce lien a déjà été utilisé");
  });

  it("a link that resumes lets its holder resume that application only", async () => {
    const { path: contact } = (await confirmed()).seen;
    const link = await toGoOn();
    const phone = new Browser(service);
    await phone.open("/clinic");
    await phone.act("submit");
    const own = phone.path;
    const { page, path } = await opened(link, phone);
    expect(page.body).toContain("Continue your form");
    expect((await phone.ask(contact ?? "")).seen.screen).not.toBe("contact");
    const pressed = await phone.ask(path, {}, HTML);
    expect(pressed.status).toBe(303);
    expect(pressed.location).toBe(contact);

    expect((await phone.open(contact ?? "")).seen.screen).toBe("contact");
    const went = await phone.act("submit", {
      name: "Kim Lund",
      born: "04/05/1985",
      phone: "5550100199",
    });
    expect(went.seen.screen).toBe("address");
    // The session keeps what it began itself, and gets into nobody else's application.
    expect((await phone.open(own)).seen.screen).toBe("postcode");
    const other = new Browser(service);
    await other.open("/clinic");
    await other.act("submit");
    expect((await phone.ask(other.path)).seen.screen).not.toBe("postcode");
    // The first device goes on as well.
    expect((await parent.open(contact ?? "")).status).toBe(200);
  });

  it("a link that resumes works as often as its flow allows, and a newer one ends no visit", async () => {
    const { path: contact } = (await confirmed()).seen;
    const link = await toGoOn();
    await service.database.query("update grants set uses = 2 where uses = 10");
    const press = async () => {
      const { browser, path } = await opened(link);
      return { browser, got: await browser.ask(path, {}, HTML) };
    };
    const first = await press();
    const second = await press();
    const third = await press();
    expect([first, second, third].map(({ got }) => got.status)).toEqual([303, 303, 410]);
    await service.database.query("update grants set revoked_at = now() where uses = 2");
    expect((await first.browser.open(contact ?? "")).seen.screen).toBe("contact");
  });

  it("a link that resumes leads every press of its holder to the same page", async () => {
    const { path: contact } = (await confirmed()).seen;
    const link = await toGoOn();
    await service.database.query("update grants set uses = 1 where uses = 10");
    const { browser, path } = await opened(link);
    // A browser that was not answered yet sends the cookies that it had.
    const doubled = browser.copy();
    const presses = await Promise.all([browser, doubled].map((each) => each.ask(path, {}, HTML)));
    expect(presses.map(({ status, location }) => [status, location])).toEqual([
      [303, contact],
      [303, contact],
    ]);
    for (const each of [browser, doubled])
      expect((await each.open(contact ?? "")).seen.screen).toBe("contact");
    const [counts] = await service.database.query(
      `select used, (select count(*)::int from guests where grant_hash = token_hash) as guests
       from grants where uses = 1 and used > 0 and thing = 'go-on' order by used_at desc limit 1`,
    );
    expect(counts).toEqual({ guests: 1, used: 1 });
    // The used link lets in no other browser that opens it.
    const { browser: other, path: same } = await opened(link);
    expect((await other.ask(same, {}, HTML)).status).toBe(410);
  });

  it("a link whose holder was not answered admits them by the next press", async () => {
    const { path: contact } = (await confirmed()).seen;
    const link = await toGoOn();
    await service.database.query("update grants set uses = 1 where uses = 10");
    const { browser, path } = await opened(link);
    const unanswered = browser.copy();
    expect((await browser.ask(path, {}, HTML)).status).toBe(303);
    expect((await unanswered.ask(path, {}, HTML)).location).toBe(contact);
    expect((await unanswered.open(contact ?? "")).seen.screen).toBe("contact");
  });

  it("a use that cannot admit its holder is not counted", async () => {
    await confirmed();
    const { browser, path } = await opened(await toGoOn());
    await service.database.query(
      "alter table guests add constraint none check (role <> '@own') not valid",
    );
    expect((await browser.ask(path, {}, HTML)).status).toBe(500);
    await service.database.query("alter table guests drop constraint none");
    expect((await browser.ask(path, {}, HTML)).status).toBe(303);
  });

  it("neither code nor token stands in the database", async () => {
    const mail = await latest();
    await service.database.query("delete from mails");
    const dump = await dumpOf(service.database);
    expect(dump).not.toContain(new URL(linkIn(mail)).searchParams.get("grant") ?? "");
    expect(dump).not.toContain(`"${codeIn(mail)}"`);
    expect(dump).not.toContain(address);
  });
});
