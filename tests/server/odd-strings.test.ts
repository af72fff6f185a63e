import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Service } from "../../server/service.ts";
import { ANSWERS, fillInButIdentity, outsideIsUp, testService, Visitor } from "./service.ts";

const outside = await outsideIsUp();

/** What people, machines and attackers put where a line of text is asked for. */
const ODD: readonly (readonly [name: string, value: unknown])[] = [
  ["emoji", "Kim 🙂👩‍👩‍👧‍👦🇨🇦"],
  ["marks of direction", "\u202eKim\u202c \u200f\u200e"],
  ["letters from right to left", "كيم לונד"],
  ["characters of no width", "\u200b\u200c\u200d\ufeff"],
  ["NUL", "Kim\u0000Lund"],
  ["other control characters", "Kim\u0007\u001b[31m\u007f"],
  ["the first half of a surrogate pair", "Kim \ud83d"],
  ["the second half of a surrogate pair", "\ude42 Kim"],
  ["combining marks without end", `K${"\u0301".repeat(2000)}`],
  ["a number", 7],
  ["a number that JSON cannot hold", 1e308],
  ["zero", 0],
  ["true", true],
  ["null", null],
  ["a list", ["Kim", "Lund"]],
  ["a list of lists", [[[[[["Kim"]]]]]]],
  ["an object", { toString: "Kim", length: 3, constructor: { name: "x" } }],
  ["HTML", `<script>alert(1)</script><img src=x onerror=alert(1)>`],
  ["an attribute's end", `" onfocus="alert(1)" autofocus x="`],
  ["a script's end", `</script><script>alert(1)</script><!--`],
  [
    "braces of templates",
    "{{7*7}} {{constructor.constructor('return 1')()}} ${7*7} #{7*7} <%= 7*7 %>",
  ],
  ["places of our own copy", "{phone} {name, money} $t(errors.generic) {{name}}"],
  ["a path", "../../../../etc/passwd%00"],
  ["SQL", `'; drop table applications; --`],
  ["a formula", `=HYPERLINK("https://evil.example")`],
  ["header lines", "Kim\r\nSet-Cookie: foyer_session=x\r\n\r\n<html>"],
  ["names of prototypes", "__proto__"],
  ["ligatures and full width", "ﬁ Ｋｉｍ １２３"],
  ["lines", "Kim\n\tLund\u2028\u2029"],
  ["twenty thousand letters", "a".repeat(20_000)],
];

const HTML = { accept: "text/html", "content-type": "application/x-www-form-urlencoded" };

describe("odd strings", { skip: !outside }, () => {
  let service: Service;
  let stop: () => Promise<void>;
  beforeAll(async () => {
    ({ service, stop } = await testService("outside"));
  });
  afterAll(() => stop?.());

  /** A visitor on each page of the form. */
  async function on(screen: keyof typeof ANSWERS): Promise<Visitor> {
    const visitor = new Visitor(service);
    await visitor.get("/get-started");
    await visitor.act("submit");
    for (const each of ["applicant", "business", "category", "address"] as const) {
      if (each === screen) break;
      await visitor.act("submit", ANSWERS[each]);
    }
    return visitor;
  }

  it.each([
    ["GET", "/urn:app:x%00/check"],
    ["GET", "/library-card/urn:card:x%00/reader"],
    ["GET", "/get-started?session=%00&file=%00&name=%00"],
    ["HEAD", "/urn:app:x%00/check"],
    ["PUT", "/urn:app:x%00/check"],
    ["POST", "/urn:app:x%00/check?upload=%00"],
    ["GET", "/links/%00?grant=%00"],
    ["GET", "/sign-in?realm=%00&app=%00&path=/%00"],
    ["POST", "/webhooks/merchant-signup/%00"],
  ] as const)("NUL in %s %s is refused", async (method, url) => {
    const visitor = await on("applicant");
    const response = await service.app.inject({
      method,
      url,
      headers: {
        accept: "application/json",
        host: "localhost",
        "content-type": "application/json",
        cookie: visitor.cookie ?? "",
      },
      ...(method === "PUT" || method === "POST" ? { payload: "{}" } : {}),
    });
    expect(response.statusCode).toBeLessThan(500);
  });

  it.each(["applicant", "business", "category", "address", "identity"] as const)(
    "are validated in every field of %s, and never cause a failure",
    async (screen) => {
      const visitor = await on(screen);
      const { path } = visitor;
      for (const [name, value] of ODD) {
        const data = Object.fromEntries(
          [...Object.keys(ANSWERS[screen]), "line2", "website", "nobody-asked"].map((field) => [
            field,
            value,
          ]),
        );
        const response = await visitor.post(
          { action: "submit", data, revision: visitor.revision },
          {},
          path,
        );
        expect([name, response.statusCode]).toEqual([name, 422]);
        const { errors } = response.json() as { errors: { pointer: string; message: string }[] };
        expect([name, errors.map(({ pointer }) => pointer)]).toEqual([
          name,
          expect.arrayContaining(["/nobody-asked"]),
        ]);
        for (const { message } of errors)
          expect([
            name,
            message.length > 5,
            /undefined|NaN|\[object|Sorry, something/.test(message),
          ]).toEqual([name, true, false]);
      }
      const named = await visitor.post(
        {
          action: "submit",
          data: Object.fromEntries(
            ODD.flatMap(([, value]) =>
              typeof value === "string" ? [[value.slice(0, 200), "x"]] : [],
            ),
          ),
          revision: visitor.revision,
        },
        {},
        path,
      );
      expect(named.statusCode < 500).toBe(true);
      expect(named.body).not.toContain("Sorry, something");
      expect((await visitor.get(path)).json()).toMatchObject({ screen });
    },
  );

  it.each(
    ODD.filter(
      (each): each is readonly [string, string] =>
        typeof each[1] === "string" && each[1].length < 10_000 && !/\p{Surrogate}/u.test(each[1]),
    ),
  )("come back escaped in a page without scripts: %s", async (_, text) => {
    const visitor = await on("applicant");
    const body = new URLSearchParams({
      action: "submit",
      revision: String(visitor.revision),
      firstName: text,
      lastName: text,
      email: text,
      [text.slice(0, 60)]: text,
    });
    const response = await visitor.post(body.toString(), HTML);
    expect(response.statusCode).toBeLessThan(500);
    expect(response.headers["set-cookie"]).toBeUndefined();
    for (const raw of ["<script>alert", "<img src=x", `" onfocus="`, "</script><script>"])
      expect([raw, response.body.includes(raw)]).toEqual([raw, false]);
    if (text.includes("{{7*7}}")) expect(/>49|value="49| 49 /.test(response.body)).toBe(false);
  });

  it("name so many unknown fields, however many are sent, and however long their names", async () => {
    const visitor = await on("applicant");
    const long = "n".repeat(50_000);
    const many = Object.fromEntries(Array.from({ length: 1500 }, (_, at) => [`f${at}`, ""]));
    const answer = await visitor.act("submit", { ...ANSWERS.applicant, [long]: "", ...many });
    expect(answer.statusCode).toBe(422);
    const { errors } = answer.json<{ errors: { code: string; pointer: string }[] }>();
    expect(errors).toHaveLength(20);
    expect(JSON.stringify(errors).length).toBeLessThan(10_000);
    const revision = await visitor.post({ action: "submit", data: {}, revision: 1e15 });
    expect(revision.statusCode).toBe(400);
  });

  it("that an address may hold are kept as they are, and shown as text on every page that shows them", async () => {
    const line1 = `12 Main <script>alert(1)</script> "x" {{7*7}} {phone} $t(errors.generic) Street`;
    const visitor = new Visitor(service);
    await fillInButIdentity(visitor);
    const address = visitor.path.replace("identity", "address");
    await visitor.get(address);
    const kept = await visitor.act("submit", { ...ANSWERS.address, line1 });
    expect(kept.statusCode).toBe(200);
    expect((await visitor.get(address)).json()).toMatchObject({ data: { line1 } });
    for (const path of [
      address,
      address.replace("address", "update"),
      address.replace("address", "identity"),
    ]) {
      const page = await visitor.get(path, { accept: "text/html" });
      expect(page.statusCode).toBeLessThan(500);
      expect(page.body.includes("<script>alert")).toBe(false);
      expect(page.body.includes("Sorry, something went wrong")).toBe(false);
    }
    expect(
      (await visitor.get(address, { accept: "text/html" })).body.includes(
        "{phone} $t(errors.generic)",
      ),
    ).toBe(true);
  });

  it("of ten megabytes are refused before they are read, as JSON and as a form", async () => {
    const visitor = await on("applicant");
    const long = "x".repeat(10_000_000);
    const asked = [
      visitor.post(
        JSON.stringify({ action: "submit", data: { firstName: long }, revision: visitor.revision }),
      ),
      visitor.post(`action=submit&firstName=${long}`, HTML),
    ];
    for (const { statusCode, body } of await Promise.all(asked)) {
      expect(statusCode).toBe(413);
      expect(body.length).toBeLessThan(20_000);
    }
    expect((await visitor.get(`/get-started?name=${"x".repeat(100_000)}`)).statusCode).toBeLessThan(
      500,
    );
    expect((await visitor.get(visitor.path)).json()).toMatchObject({ screen: "applicant" });
  });

  it("in addresses and suggestions are validated or dropped, and never cause a failure", async () => {
    const visitor = await on("category");
    const { path } = visitor;
    for (const [name, value] of ODD) {
      const suggested = await visitor.post(
        {
          action: "@suggest",
          data: { field: "category", text: value, session: "s1" },
          revision: visitor.revision,
        },
        {},
        path,
      );
      expect([name, suggested.statusCode < 500]).toEqual([name, true]);
      if (typeof value !== "string" || /\p{Surrogate}/u.test(value)) continue;
      const encoded = encodeURIComponent(value.slice(0, 2000));
      for (const address of [
        `/get-started?name=${encoded}&companyDba=${encoded}&locale=${encoded}`,
        `/${encoded}`,
        `${path}?step-up=${encoded}`,
      ]) {
        const response = await visitor.get(
          address,
          address.startsWith(path) ? {} : { accept: "text/html" },
        );
        expect([name, address.slice(0, 20), response.statusCode < 500]).toEqual([
          name,
          address.slice(0, 20),
          true,
        ]);
        for (const raw of ["<script>alert", "<img src=x", `" onfocus="`])
          expect([name, raw, response.body.includes(raw)]).toEqual([name, raw, false]);
        expect(String(response.headers["location"] ?? "")).not.toMatch(/[\r\n]/);
      }
    }
  });
});
