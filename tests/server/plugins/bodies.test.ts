import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Service } from "../../../server/service.ts";
import { ANSWERS, outsideIsUp, testService, Visitor } from "../service.ts";
import { providersService, type ProvidersService } from "../providers/providers-service.ts";

const outside = await outsideIsUp();

const nested = (levels: number) => "[".repeat(levels) + "]".repeat(levels);
const nestedObjects = (levels: number) => '{"a":'.repeat(levels) + "1" + "}".repeat(levels);

describe("bodies", { skip: !outside }, () => {
  let service: Service;
  let stop: () => Promise<void>;
  beforeAll(async () => {
    ({ service, stop } = await testService("outside"));
  });
  afterAll(() => stop?.());

  async function applicant(): Promise<Visitor> {
    const visitor = new Visitor(service);
    await visitor.get("/get-started");
    await visitor.act("submit");
    return visitor;
  }

  async function send(
    visitor: Visitor,
    payload: string | Buffer,
    type = "application/json",
    method: "POST" | "PUT" = "POST",
  ) {
    const response = await service.app.inject({
      method,
      url: visitor.path,
      headers: {
        accept: "application/json",
        host: "localhost",
        "content-type": type,
        ...(visitor.cookie === undefined ? {} : { cookie: visitor.cookie }),
      },
      payload,
    });
    return {
      status: response.statusCode,
      type: String(response.headers["content-type"]),
      problem: response.json() as { type?: string; detail?: string },
    };
  }
  const PROBLEM = { type: expect.stringContaining("application/problem+json") as string };

  it.each([65, 1000, 50_000])("are refused with 400 when nested %i levels deep", async (levels) => {
    const visitor = await applicant();
    for (const deep of [nested(levels), nestedObjects(Math.min(levels, 40_000))])
      for (const body of [
        deep,
        `{"action":"submit","revision":1,"data":{"firstName":${deep}}}`,
        `{"action":"submit","revision":1,"data":${deep}}`,
      ])
        expect(await send(visitor, body)).toMatchObject({
          ...PROBLEM,
          status: 400,
          problem: {
            type: "urn:foyer:problem:too-deep",
            detail: expect.stringContaining("64") as string,
          },
        });
  });

  it("are refused with 400 when nested too deep, as drafts and for the sandbox too", async () => {
    const visitor = await applicant();
    await visitor.get(visitor.path);
    const deep = nested(10_000);
    expect(
      await send(visitor, `{"over":"x","data":{"a":${deep}}}`, "application/json", "PUT"),
    ).toMatchObject({ ...PROBLEM, status: 400 });
    const sandbox = await service.app.inject({
      method: "POST",
      url: "/v1/applications",
      headers: { "content-type": "application/json", host: "localhost" },
      payload: `{"a":${deep}}`,
    });
    expect(sandbox.statusCode).toBe(400);
  });

  it("may hold as many brackets in texts as they like", async () => {
    const visitor = await applicant();
    const data = { ...ANSWERS.applicant, firstName: `"${"[{\\".repeat(2000)}` };
    expect(
      await send(visitor, JSON.stringify({ action: "submit", revision: 1, data })),
    ).toMatchObject({
      status: 422,
    });
  });

  it("are refused with 400 where they are no UTF-8, with any content", async () => {
    const visitor = await applicant();
    const body = (name: Buffer) =>
      Buffer.concat([
        Buffer.from('{"action":"submit","revision":1,"data":{"firstName":"Kim'),
        name,
        Buffer.from('","lastName":"Lund"}}'),
      ]);
    const wrong = [
      [0xe9],
      [0xff, 0xfe],
      [0xc3],
      [0xed, 0xa0, 0x80],
      [0xc0, 0xaf],
      [0xf5, 0x80, 0x80, 0x80],
    ];
    for (const bytes of wrong)
      expect(await send(visitor, body(Buffer.from(bytes)))).toMatchObject({
        ...PROBLEM,
        status: 400,
        problem: { type: "urn:foyer:problem:not-utf-8" },
      });
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ minLength: 1, maxLength: 8 }), async (bytes) => {
        const { status } = await send(visitor, body(Buffer.from(bytes)));
        expect([200, 400, 409, 422]).toContain(status);
        const dump = JSON.stringify(await service.database.query("select state from applications"));
        expect(dump).not.toContain("\ufffd");
      }),
      { numRuns: 40 },
    );
  });

  it("are refused with 400 as forms, raw and escaped, where they are no UTF-8", async () => {
    const visitor = await applicant();
    const form = "application/x-www-form-urlencoded";
    for (const body of [
      Buffer.from("action=submit&revision=1&firstName=Andr\u00e9", "latin1"),
      Buffer.from("action=submit&revision=1&firstName=Andr%E9"),
      Buffer.from("action=submit&revision=1&firstName=Andr%C3"),
      Buffer.from("action=submit&revision=1&firstName=Andr%"),
    ])
      expect(await send(visitor, body, form)).toMatchObject({ ...PROBLEM, status: 400 });
    const right = await send(
      visitor,
      "action=submit&revision=1&firstName=Andr%C3%A9+B&a[b][c]=d",
      form,
    );
    expect(right.status).toBe(422);
  });

  it("of another charset are refused with 415", async () => {
    const visitor = await applicant();
    const body = JSON.stringify({ action: "submit", revision: 1, data: ANSWERS.applicant });
    for (const charset of ["latin1", "ISO-8859-1", '"utf-16"', "x"])
      expect(await send(visitor, body, `application/json; charset=${charset}`)).toMatchObject({
        ...PROBLEM,
        status: 415,
      });
    expect(
      await send(
        visitor,
        "action=submit",
        "application/x-www-form-urlencoded; charset=windows-1252",
      ),
    ).toMatchObject({ status: 415 });
    expect(
      await send(visitor, Buffer.from(body, "utf16le"), "application/json; charset=utf-16le"),
    ).toMatchObject({ status: 415 });
    expect(await send(visitor, body, 'application/json; charset="UTF-8"')).toMatchObject({
      status: 200,
    });
  });

  it("say nothing where an address was cut off within a character", async () => {
    const visitor = new Visitor(service);
    await visitor.get("/?companyDba=Caf%C3&source=%FFmail&name=Kim+Lund", { accept: "text/html" });
    const [row] = await service.database.query<{ input: string }>(
      "select state::text as input from applications order by created_at desc limit 1",
    );
    expect(row?.input).not.toContain("\ufffd");
    expect(row?.input).not.toContain('"source"');
    expect(row?.input).toContain("firstName");
  });
});

describe("bodies of webhooks", { skip: !outside }, () => {
  let started: ProvidersService;
  beforeAll(async () => {
    started = await providersService();
  });
  afterAll(() => started?.stop());

  it("have the same limits: 400 for depth and for invalid UTF-8, 415 for other charsets", async () => {
    const post = async (body: Buffer, type = "application/json") => {
      const response = await started.service.app.inject({
        method: "POST",
        url: "/webhooks/merchant-signup/persona",
        headers: { "content-type": type, "persona-signature": started.persona.sign(body) },
        payload: body,
      });
      return response.statusCode;
    };
    expect(await post(Buffer.from(`{"data":${nested(10_000)}}`))).toBe(400);
    expect(await post(Buffer.from('{"data":"Andr\u00e9"}', "latin1"))).toBe(400);
    expect(await post(Buffer.from("{}"), "application/json; charset=latin1")).toBe(415);
  });
});
