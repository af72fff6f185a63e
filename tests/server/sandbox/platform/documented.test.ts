import fc from "fast-check";
import Fastify from "fastify";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { enforceSchemas } from "../../../../server/sandbox/platform/enforce-schemas.ts";
import { problems } from "../../../../server/plugins/problems.ts";
import { PROJECT } from "../../../definitions.ts";
import { outsideIsUp } from "../../service.ts";
import { TestPlatform } from "./test-platform.ts";

const outside = await outsideIsUp();

/** The calls of spec 1 §7, R-697 to R-746. */
const CALLS = `
POST /api/v2/applications/{id}/otp-code
POST /api/v2/applications/{id}/step-ups/otp
POST /api/v2/applications/{id}/step-ups/full-ssn
POST /api/v2/applications/{id}/step-ups/identification
POST /api/v2/applications/{id}/step-ups/verification
POST /api/v2/applications/{id}/step-ups/beneficial-owners
POST /api/v2/applications/{id}/step-ups/business-info
POST /api/v2/applications/{id}/owners/{ownerId}/step-ups/identification
POST /api/v2/applications/{id}/step-ups/identification/sessions
POST /api/v2/applications/{id}/step-ups/verification/sessions
POST /api/v2/applications/{id}/owners/{ownerId}/step-ups/identification/sessions
POST /api/v2/applications/{id}/owners/{ownerId}/step-ups/verification/sessions
POST /api/v2/applications/{id}/financial-instruments/plaid
POST /api/v2/applications/{id}/financial-instruments/manual
POST /api/v2/applications/{id}/financial-instruments/credit-cards
GET /api/v2/applications/{id}/financial-instruments/plaid/token
POST /api/v2/analytics
GET /api/v2/applications/{id}
POST /api/v2/applications
PUT /api/v2/applications/{id}
GET /api/v2/applications/{id}/basic-information
POST /api/v2/applications/{id}/onboard
GET /api/v2/applications/{id}/auth-code
POST /api/v2/applications/{id}/permissions
POST /api/v2/applications/{id}/government-identifications
POST /api/v2/applications/{id}/government-identifications/manual-entry
GET /api/v2/accounts
GET /api/v2/accounts/{id}/more-info
GET /api/v2/accounts/{id}/stores
POST /api/v1/commerce/onboarding-applications
PATCH /api/v1/commerce/onboarding-applications/{id}
POST /api/v1/commerce/onboarding-applications/{id}/onboard
POST /api/v1/commerce/onboarding-applications/{id}/individuals
GET /api/v1/commerce/onboarding-applications/{id}/individuals
PATCH /api/v1/commerce/onboarding-applications/{id}/individuals/{ownerId}
DELETE /api/v1/commerce/onboarding-applications/{id}/individuals/{ownerId}
POST /api/v1/commerce/onboarding-applications/{id}/individuals/{ownerId}/onboard
GET /api/v2/configs
GET /api/v2/configs/plans
GET /api/v2/configs/websites/{id}
POST /api/v2/applications/{id}/payments
POST /api/v2/applications/{id}/orders
GET /api/v2/applications/{id}/orders/{orderId}
POST /v1/gql
GET /api/v2/categories
GET /api/v2/categories/predict
GET /api/v2/cash-advance-offers
POST /api/v2/applications/{id}/phone-auth/mobile-verifications
POST /api/v2/applications/{id}/phone-auth/sms-verifications
POST /api/v2/applications/{id}/phone-auth/sms-verifications/{vfp}
GET /api/v2/applications/{id}/phone-auth/verification-url
POST /api/v2/applications/{id}/notification`
  .trim()
  .split("\n");
/** What the specification leaves to a script of the page (spec 2 §7). */
const PLACES = ["POST /api/v2/places/autocomplete", "GET /api/v2/places/{placeId}"];
/** Answered by the catalogue, which has a description of its own. */
const CATALOGUE = /\/categories/;

interface Operation {
  readonly summary?: string;
  readonly parameters?: readonly { readonly in: string; readonly name: string }[];
  readonly requestBody?: object;
  readonly responses: Readonly<Record<string, object>>;
}

/** The platform's own calls; the description has the service's routes beside them. */
function sandboxCalls<T>(paths: Readonly<Record<string, T>>): readonly (readonly [string, T])[] {
  return Object.entries(paths).filter(([path]) => /^\/(?:api|v1)\//.test(path));
}

describe("the documentation", { skip: !outside }, () => {
  let platform: TestPlatform;
  let described: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  let application: string;
  beforeAll(async () => {
    platform = await TestPlatform.start();
    described = (await platform.get("/api/docs")).body["paths"] as typeof described;
    application = (await platform.create()).split("/").at(-1) ?? "";
  });
  afterAll(() => platform?.stop());

  const operations = () =>
    sandboxCalls(described).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({
        call: `${method.toUpperCase()} ${path}`,
        method: method.toUpperCase(),
        path,
        operation,
      })),
    );
  const fill = (path: string, id: string) =>
    path
      .replace("{id}", id)
      .replace("{ownerId}", "urn:apl:none")
      .replace("{vfp}", "none")
      .replace("{orderId}", "urn:order:none")
      .replace("{placeId}", "none");
  const isAboutApplication = (path: string) =>
    /\/applications\/\{id\}|onboarding-applications\/\{id\}/.test(path);

  it("is every call of the specification, suggestions of addresses, and the simulation", () => {
    expect(
      operations()
        .map(({ call }) => call)
        .toSorted(),
    ).toEqual([...CALLS, ...PLACES, "POST /api/sandbox/simulate"].toSorted());
  });

  it("describes each call's purpose, request and answer", () => {
    for (const { call, operation } of operations().filter(({ path }) => !CATALOGUE.test(path))) {
      expect(operation.summary, call).toMatch(/^[A-Z].{10,}/);
      expect(Object.keys(operation.responses), call).toEqual(expect.arrayContaining(["4XX"]));
      expect(
        Object.keys(operation.responses).some((status) => status === "200" || status === "204"),
        call,
      ).toBe(true);
    }
  });

  it("is a page for people", async () => {
    const page = await platform.app.inject({
      method: "GET",
      url: "/api/docs",
      headers: { accept: "text/html" },
    });
    expect(page.headers["content-type"]).toContain("text/html");
    for (const call of CALLS.slice(0, 5))
      expect(page.body).toContain(call.replace("POST ", "POST "));
    expect(page.body).not.toMatch(/<script|style=/);
  });

  it("is held to: unknown members, wrong kinds and unknown parameters are refused in the documented form", async () => {
    for (const { call, method, path, operation } of operations().filter(
      ({ path: each }) => !CATALOGUE.test(each),
    )) {
      const url = fill(path, isAboutApplication(path) ? application : "business");
      const refusals: [string, unknown][] = [
        [`${url}?unexpected=1`, operation.requestBody === undefined ? undefined : {}],
      ];
      if (operation.requestBody !== undefined)
        for (const body of [{ unexpected: 1 }, [], "text", 1, true]) refusals.push([url, body]);
      for (const [asked, body] of refusals) {
        const answer = await platform.call(method, asked, body);
        expect(answer.status, `${call} ${asked} ${JSON.stringify(body)}`).toBe(400);
        expect(answer.headers["content-type"]).toContain("application/problem+json");
        expect(answer.body["errors"], call).toEqual(
          expect.arrayContaining([
            {
              message: expect.stringMatching(/^(?:body|querystring)/) as string,
              pointer: expect.any(String) as string,
            },
          ]),
        );
        if (typeof body === "object" && "unexpected" in (body as object) && method !== "PATCH")
          expect(JSON.stringify(answer.body)).toContain('\\"unexpected\\"');
      }
    }
  });

  it("knows no application, owner, order, link or address that is made up", async () => {
    for (const { call, method, path, operation } of operations().filter(({ path: each }) =>
      isAboutApplication(each),
    )) {
      const body =
        operation.requestBody === undefined
          ? undefined
          : (VALID[path.replace(/^.*\{id\}/, "")] ?? {});
      for (const [id, status] of [
        ["urn:app:unknown", 404],
        ["urn:app:%00", 400],
        ["urn:app:a%2Fb", 400],
        [`urn:app:${"9".repeat(65)}`, 400],
        ["urn:apl:1", 400],
        ["'%20or%201=1--", 400],
        ["__proto__", 400],
      ] as const) {
        const answer = await platform.call(
          method,
          fill(path, id),
          method === "PATCH" && path.endsWith("{id}")
            ? [{ op: "remove", path: "/company/dba" }]
            : body,
        );
        expect(answer.status, `${call} ${id} ${JSON.stringify(answer.body)}`).toBe(status);
        if (status === 404)
          expect(answer.body, call).toMatchObject({
            error: "Not found",
            message: "Application not found",
          });
      }
    }
    for (const { call, method, path, operation } of operations().filter(({ path: each }) =>
      each.includes("{ownerId}"),
    )) {
      for (const [ownerId, status] of [
        ["urn:apl:none", 404],
        ["urn:app:none", 400],
        ["%00", 400],
      ] as const)
        expect(
          (
            await platform.call(
              method,
              path.replace("{id}", application).replace("{ownerId}", ownerId),
              operation.requestBody === undefined ? undefined : {},
            )
          ).status,
          call,
        ).toBe(status);
    }
    for (const [method, url] of [
      ["GET", "/api/v2/nothing"],
      ["DELETE", "/api/v2/accounts"],
      ["GET", "/v1/gql"],
      ["GET", "/api"],
    ] as const)
      expect(await platform.call(method, url), url).toMatchObject({
        status: 404,
        body: { message: "There is no such call" },
      });
  });

  it("breaks on nothing that is made up", async () => {
    for (const { call, method, path, operation } of operations()) {
      const id = fill(path, isAboutApplication(path) ? application : "business");
      for (const [at, body] of fc.sample(bodies(operation), { numRuns: 40, seed: 7 }).entries()) {
        const answer = await platform.call(
          method,
          id,
          operation.requestBody === undefined ? undefined : body,
          at % 3 === 0 ? { "idempotency-key": `made-up-${at % 9}` } : {},
        );
        expect(
          answer.status,
          `${call} ${JSON.stringify(body)} ${JSON.stringify(answer.body)}`,
        ).toBeLessThan(500);
      }
    }
  });

  it("permits odd input, which breaks nothing", async () => {
    const odd = [
      "\u0000",
      "\ud800",
      "‮x",
      "<script>alert(1)</script>",
      "{{7*7}}",
      "' or 1=1 --",
      "%E0%A4%A",
      "🙂",
      "a".repeat(300),
    ];
    for (const text of odd) {
      const answer = await platform.post("/api/v2/applications", {
        application: {},
        applicant: { firstName: text, email: text },
        company: { legalName: text, dba: text },
      });
      expect(answer.status, JSON.stringify(text)).toBe(200);
      const id = String(answer.body["id"]);
      expect((await platform.get(`/api/v2/applications/${id}`)).body).toMatchObject({
        company: { legalName: text },
      });
      expect((await platform.post(`/api/v2/applications/${id}/onboard`)).status).toBe(200);
    }
    for (const [member, value] of [
      ["applicant", { firstName: "a".repeat(301) }],
      ["applicant", { email: ["kim@cedar.dev"] }],
      ["applicant", { governmentIdentification: { sourceType: "PASSPORT", value: "1" } }],
      ["company", { currency: "EUR" }],
      ["company", { hasPartners: true }],
      ["application", { id: "urn:app:\u0000" }],
      ["application", { mock: "approved; drop" }],
      ["application", { context: { nested: { deep: 1 } } }],
    ] as const)
      expect(
        (
          await platform.post("/api/v2/applications", {
            application: {},
            applicant: {},
            company: {},
            [member]: value,
          })
        ).status,
        JSON.stringify(value),
      ).toBe(400);
    const proto = await platform.app.inject({
      method: "POST",
      url: "/api/v2/applications",
      headers: { "content-type": "application/json" },
      payload: '{"__proto__":{"a":1}}',
    });
    expect(proto.statusCode).toBe(400);
    const notJson = await platform.app.inject({
      method: "POST",
      url: "/api/v2/applications",
      headers: { "content-type": "application/json" },
      payload: "{",
    });
    expect([notJson.statusCode, notJson.headers["content-type"]]).toEqual([
      400,
      expect.stringContaining("problem+json"),
    ]);
  });
});

/** Made-up bodies: members that a call has, and others, with whatever in them. */
function bodies(operation: Operation): fc.Arbitrary<unknown> {
  const names = [...JSON.stringify(operation.requestBody ?? {}).matchAll(/"([A-Za-z]{2,40})":\{/g)]
    .map((match) => match[1] ?? "")
    .filter((name) => name !== "properties" && name !== "schema");
  const text = fc.oneof(
    fc.constantFrom(
      "",
      "\u0000",
      "\ud800",
      "__proto__",
      "constructor",
      "urn:fi:1",
      "9".repeat(400),
      "' or 1=1 --",
    ),
    fc.string({ maxLength: 20 }),
  );
  const value = fc.oneof(
    text,
    fc.integer(),
    fc.double(),
    fc.boolean(),
    fc.constant(null),
    fc.jsonValue({ maxDepth: 2 }),
  );
  const members = fc.dictionary(fc.constantFrom(...(names.length > 0 ? names : ["a"])), value, {
    maxKeys: 6,
    noNullPrototype: true,
  });
  return fc.oneof(
    members,
    members.chain((outer) =>
      members.map((inner) => ({ ...outer, application: inner, applicant: inner, company: inner })),
    ),
    fc.array(members, { maxLength: 3 }),
    value,
  );
}

/** Bodies that are right, where the form is looked at before the application. */
const VALID: Readonly<Record<string, object>> = {
  "": { application: {}, applicant: {}, company: {} },
  "/permissions": { type: "ALTERNATE_PARTNER" },
  "/government-identifications": { value: "83-4500001", sourceType: "FEIN" },
  "/government-identifications/manual-entry": { value: "83-4500001", sourceType: "FEIN" },
  "/step-ups/full-ssn": { value: "731889901" },
  "/step-ups/beneficial-owners": { boStatus: "NONE" },
  "/financial-instruments/manual": {
    accountNumber: "000100200",
    accountType: "CHECKING",
    fullName: "Kim",
    routingNumber: "110000000",
  },
  "/financial-instruments/plaid": { value: "public-sandbox-user_good" },
  "/financial-instruments/credit-cards": { token: "tok_sbx_visa_4242" },
  "/payments": { amount: 1, financialInstrumentId: "urn:fi:1" },
  "/orders": { profiles: [{ name: "N910", amount: 0, quantity: 1 }] },
};

describe("enforceSchemas()", () => {
  it("gives no answer that is not as documented", async () => {
    const app = Fastify({ logger: false });
    problems(app);
    await app.register(async (scope) => {
      enforceSchemas(scope);
      const schema = {
        response: {
          200: {
            type: "object",
            properties: { told: { type: "string" } },
            required: ["told"],
            additionalProperties: false,
          },
        },
      };
      scope.get("/right", { schema }, async () => ({ told: "this" }));
      scope.get("/more", { schema }, async () => ({ told: "this", secret: "that" }));
      scope.get("/less", { schema }, async () => ({}));
    });
    expect((await app.inject("/right")).json()).toEqual({ told: "this" });
    for (const url of ["/more", "/less"]) {
      const answer = await app.inject(url);
      expect(answer.statusCode).toBe(500);
      expect(answer.body).not.toMatch(/secret|that"/);
    }
    await app.close();
  });
});

describe("schemas/platform", () => {
  const folder = join(PROJECT, "schemas/platform");
  it.each(readdirSync(folder))("%s describes every member", (name) => {
    const undescribed: string[] = [];
    const walk = (schema: unknown, at: string) => {
      if (typeof schema !== "object" || schema === null) return;
      if (Array.isArray(schema))
        return schema.forEach((each, index) => walk(each, `${at}/${index}`));
      for (const [member, inner] of Object.entries(
        (schema as { properties?: object }).properties ?? {},
      )) {
        if (typeof (inner as { description?: unknown }).description !== "string")
          undescribed.push(`${at}/${member}`);
      }
      return Object.entries(schema).forEach(([key, inner]) => walk(inner, `${at}/${key}`));
    };
    walk(JSON.parse(readFileSync(join(folder, name), "utf8")), "");
    expect(undescribed).toEqual([]);
  });
});
