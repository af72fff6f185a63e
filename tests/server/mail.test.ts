import { randomUUID } from "node:crypto";
import pino from "pino";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readConfig } from "../../server/settings/config.ts";
import { openDatabase } from "../../server/storage/database/database.ts";
import { compose } from "../../server/calls/mail/compose.ts";
import { mailApp } from "../../server/calls/mail/mail-app.ts";
import { smtpTransport } from "../../server/calls/mail/smtp.ts";
import { MailCodes } from "../../server/storage/repositories/mail-codes.ts";
import { Mails } from "../../server/storage/repositories/mails.ts";
import { openVault } from "../../server/storage/secrets/vault.ts";
import type { Service } from "../../server/service.ts";
import { compileFlow } from "../../engine/compile/compile-flow.ts";
import { mustReplace } from "../must-replace.ts";
import { PROJECT, shippedLibrary, shippedSources } from "../definitions.ts";
import { OUTSIDE, outsideIsUp, testService } from "./service.ts";
import { SmtpDouble } from "./smtp-double.ts";

const outside = await outsideIsUp();
const library = await shippedLibrary();
const LINK = "https://apply.example/urn:app:1/owners/urn:apl:2?grant=abc";
const MESSAGE = {
  template: "owner-invitation",
  from: { flow: "merchant-signup", portal: "hosting", market: "US", reseller: null },
  locale: "en-US",
  to: "sam@ortiz.example",
  name: "Sam",
  values: { business: "Cedar & Pine LLC", applicant: "Kim Lund" },
  link: LINK,
};

describe("compose()", () => {
  it.each([
    ["en-US", "US", "Verify your identity for Cedar & Pine LLC", "Social Security number"],
    ["en-CA", "CA", "Verify your identity for Cedar & Pine LLC", "Social Insurance Number"],
    ["fr-CA", "CA", "Confirmez votre identité pour Cedar & Pine LLC", "numéro d’assurance sociale"],
  ])("writes the flow's own words in %s", (locale, market, subject, phrase) => {
    const mail = compose(
      { ...MESSAGE, locale, from: { ...MESSAGE.from, market } },
      library.flows,
      "CI",
    );
    expect(mail?.subject).toBe(subject);
    expect(mail?.text).toContain(phrase);
    expect(mail?.html).toContain(`<html lang="${locale}">`);
    for (const part of [mail?.text, mail?.html, mail?.subject])
      expect(part).not.toMatch(/[{}]|undefined/);
  });

  it("makes no link of what an applicant typed, in the subject, the text or the HTML", () => {
    const mail = compose(
      {
        ...MESSAGE,
        name: "www.evil.example",
        values: { business: "https://evil.example/a", applicant: "pay at evil.example" },
      },
      library.flows,
      "CI",
    );
    const parts = [mail?.subject ?? "", mail?.text ?? "", mail?.html ?? "", mail?.name ?? ""];
    for (const part of parts) {
      expect(part).toContain("evil. example");
      expect(part.replaceAll(LINK, "")).not.toMatch(/evil\.example|www\.\S|https:\/\/(?!apply)/);
    }
    expect(mail?.text).toContain(LINK);
    expect(mail?.html.match(/href="[^"]*"/g)).toEqual([`href="${LINK}"`]);
  });

  it("writes amounts as money of the market, in the mail's language", () => {
    const values = {
      business: "Cedar & Pine inc.",
      reference: "6EA7-20C7",
      items: ["2 × Terminal N910", "2 × licence\r\nBcc: all@evil.example"],
      total: 123450,
      monthly: 7980,
    };
    const written = (locale: string, market: string) =>
      compose(
        {
          ...MESSAGE,
          template: "order-placed",
          locale,
          values,
          from: { ...MESSAGE.from, portal: "terminal", market },
        },
        library.flows,
        "CI",
      )?.text.replaceAll(/[\u00a0\u202f]/g, " ");
    expect(written("en-US", "US")).toContain("First payment: $1,234.50");
    // A list has a line for each element, and no element more than one.
    expect(written("en-US", "US")).toContain(
      "Your order:\n2 × Terminal N910\n2 × licence Bcc: all@evil. example\n\n",
    );
    expect(written("fr-CA", "CA")).toContain("Premier paiement : 1 234,50 $");
    expect(written("en-US", "US")).toContain("Each month: $79.80\n");
  });

  it.each([
    "application-approved",
    "application-declined",
    "application-received",
    "order-placed",
    "owner-invitation",
    "owner-finished",
    "resume-reminder",
  ])("has %s in every language of every market, with its link", (template) => {
    for (const [market, { locales = [] }] of Object.entries(
      library.flows.get("merchant-signup")?.definition.axes?.["market"]?.values ?? {},
    )) {
      for (const locale of locales) {
        const mail = compose(
          {
            ...MESSAGE,
            template,
            locale,
            values: {
              ...MESSAGE.values,
              owner: "Sam Ortiz",
              reference: "6EA7-20C7",
              items: "2 × Terminal N910",
              total: 0,
              monthly: 0,
            },
            from: { ...MESSAGE.from, market },
          },
          library.flows,
          "CI",
        );
        expect(mail?.text).toContain(`\n${LINK}\n`);
        expect(mail?.text).not.toMatch(/[{}]|undefined/);
        expect(mail?.html).toContain(`href="${LINK.replaceAll("&", "&amp;")}"`);
        expect(mail?.subject.length).toBeGreaterThan(10);
      }
    }
  });

  it("has the look and the phone of the reseller", () => {
    const mail = compose(
      { ...MESSAGE, from: { ...MESSAGE.from, reseller: "westlake" } },
      library.flows,
      "CI",
    );
    expect(mail).toMatchObject({ brand: "Westlake" });
    expect(mail?.html).toContain("#8a2b4f");
    expect(mail?.text).toContain("+1 800 555 0142");
  });

  it("has the logo of a brand as mail programs show it, and its own sender", async () => {
    const overlay = "flows/merchant-signup/overlays/reseller/westlake.yaml";
    const mailWith = async (theme: string, link: string, lines = "") => {
      const sources = new Map(await shippedSources);
      const shipped = sources.get(overlay) ?? "";
      sources.set(
        overlay,
        mustReplace(
          mustReplace(shipped, "logo: /brand/merchant-signup/westlake.svg", theme),
          "config:\n",
          `config:\n${lines}`,
        ),
      );
      const result = compileFlow(sources, "merchant-signup", ["CI"]);
      if (!result.ok) throw new Error(JSON.stringify(result.problems));
      const from = { ...MESSAGE.from, reseller: "westlake" };
      return compose({ ...MESSAGE, from, link }, new Map([["merchant-signup", result.flow]]), "CI");
    };
    const png = "logo: /brand/merchant-signup/wide.png";
    const mail = await mailWith(png, LINK, "  sender: { address: hello@westlake.example }\n");
    expect(mail?.html).toContain(
      '<img src="https://apply.example/brand/merchant-signup/wide.png" alt=""',
    );
    expect(mail?.html).toContain("&nbsp; Westlake</p>");
    expect(mail).toMatchObject({ brand: "Westlake", sender: "hello@westlake.example" });
    expect((await mailWith(png, "http://localhost:3000/x"))?.html).not.toContain("<img");
    const plain = await mailWith("logo: /brand/merchant-signup/westlake.svg", LINK);
    expect(plain?.html).not.toContain("<img");
    expect(plain?.html).toContain(">Westlake</p>");
    expect(plain?.sender).toBeUndefined();
  });

  it("lets no value be read as anything but text", () => {
    const evil =
      '<img src=x onerror="alert(1)">\r\nBcc: all@evil.example {link} {{name}} $t(mail.x)\u202e';
    const mail = compose(
      { ...MESSAGE, name: evil, values: { business: evil, applicant: evil } },
      library.flows,
      "CI",
    );
    expect(mail?.html).not.toContain("<img");
    expect(mail?.html.match(/<a /g)?.length).toBe(1);
    expect(mail?.subject).not.toMatch(/[\r\n\u202e]/);
    expect(mail?.name).not.toMatch(/[\r\n]/);
    expect(mail?.text).toContain("{link}");
  });

  it("knows no other template", () => {
    expect(compose({ ...MESSAGE, template: "lottery" }, library.flows, "CI")).toBeUndefined();
    expect(
      compose({ ...MESSAGE, from: { flow: "library-card" } }, library.flows, "CI"),
    ).toBeUndefined();
  });
});

describe("readConfig()", () => {
  it.each([
    [{ SMTP_URL: "mail.example" }, "SMTP_URL"],
    [{ SMTP_URL: "https://mail.example" }, "SMTP_URL"],
    [{ SMTP_URL: "smtp://mail.example" }, "MAIL_FROM"],
    [{ SMTP_URL: "smtp://mail.example", MAIL_FROM: "a@b.example, c@d.example" }, "MAIL_FROM"],
  ])("refuses %j and names %s", (env, named) => {
    expect(() => readConfig(env, PROJECT)).toThrow(named);
  });

  it("does not repeat the password of a mail server", () => {
    expect(() => readConfig({ SMTP_URL: "http://user:hunter2@mail.example" }, PROJECT)).not.toThrow(
      "hunter2",
    );
  });
});

describe("POST /messages", { skip: !outside }, () => {
  const server = new SmtpDouble();
  const lines: string[] = [];
  let service: Service;
  let stop: () => Promise<void>;
  let app: Awaited<ReturnType<typeof mailApp>>;
  beforeAll(async () => {
    const url = await server.start();
    ({ service, stop } = await testService("outside"));
    const [row] = await service.database.query<{ name: string }>(
      "select current_database() as name",
    );
    const address = new URL(OUTSIDE);
    address.pathname = `/${row?.name ?? ""}`;
    const database = openDatabase(address.href, 2);
    const vault = openVault("ab".repeat(32));
    app = await mailApp({
      mails: new Mails(database, vault),
      codes: new MailCodes(database, vault),
      transport: smtpTransport({ url, from: "no-reply@mail.example" }),
      environment: "CI",
      flows: () => library.flows,
      logger: pino({ level: "trace" }, { write: (line: string) => void lines.push(line) }),
    });
    app.addHook("onClose", () => database.close());
  });
  afterAll(async () => {
    await app?.close();
    await stop?.();
    await server.stop();
  });
  const post = (message: object, key: string = randomUUID()) =>
    app.inject({
      method: "POST",
      url: "/messages",
      headers: { "content-type": "application/json", "idempotency-key": key },
      payload: JSON.stringify(message),
    });

  it("delivers by SMTP, as text and as HTML, from the brand to one person", async () => {
    expect((await post({ ...MESSAGE, name: "Sam, the <boss>" })).statusCode).toBe(202);
    const mail = server.arrived.at(-1);
    expect(mail).toMatchObject({ from: "no-reply@mail.example", to: ["sam@ortiz.example"] });
    expect(mail?.data).toContain("From: Cedar Payments <no-reply@mail.example>");
    expect(mail?.data).toContain('To: "Sam, the <boss>" <sam@ortiz.example>');
    expect(mail?.data).toContain("Subject: Verify your identity for Cedar & Pine LLC");
    expect(mail?.data).toContain("Auto-Submitted: auto-generated");
    expect(mail?.data).toMatch(/multipart\/alternative[\s\S]*text\/plain[\s\S]*text\/html/);
  });

  it("sends one mail however often it is asked with the same key, and refuses the key for another", async () => {
    const before = server.arrived.length;
    const key = randomUUID();
    const answers = await Promise.all([post(MESSAGE, key), post(MESSAGE, key), post(MESSAGE, key)]);
    expect(answers.map(({ statusCode }) => statusCode).toSorted()[0]).toBe(202);
    expect((await post(MESSAGE, key)).statusCode).toBe(202);
    expect(server.arrived.length).toBe(before + 1);
    expect((await post({ ...MESSAGE, to: "noor@haddad.example" }, key)).statusCode).toBe(422);
  });

  it("tries again after a refusal, as the same mail, and logs no address", async () => {
    const before = server.arrived.length;
    server.refuse = 1;
    const key = randomUUID();
    expect((await post(MESSAGE, key)).statusCode).toBe(502);
    expect((await post(MESSAGE, key)).statusCode).toBe(202);
    expect(server.arrived.length).toBe(before + 1);
    expect(lines.join()).toContain("a mail was not taken");
    expect(lines.join()).not.toContain("ortiz");
  });

  it("keeps nothing of delivered mail", async () => {
    const rows = await service.database.query("select 1 from mails where body is not null");
    expect(rows).toEqual([]);
  });

  it.each([
    ["no template", { ...MESSAGE, template: undefined }],
    ["another template", { ...MESSAGE, template: "lottery" }],
    ["a key in place of a template", { ...MESSAGE, template: "../screens" }],
    ["several addresses", { ...MESSAGE, to: "a@b.example, c@d.example" }],
    ["an address with a line break", { ...MESSAGE, to: "a@b.example\r\nBcc: c@d.example" }],
    ["no address", { ...MESSAGE, to: "" }],
    ["a script for a link", { ...MESSAGE, link: "javascript:alert(1)" }],
    ["an unresolved link", { ...MESSAGE, link: { grant: "owner", path: "/" } }],
    ["an object for a value", { ...MESSAGE, values: { business: { a: 1 } } }],
    ["an unknown member", { ...MESSAGE, html: "<b>" }],
  ])("refuses %s and sends nothing", async (_, message) => {
    const before = server.arrived.length;
    expect((await post(message)).statusCode).toBe(400);
    expect(server.arrived.length).toBe(before);
  });
});
