import { createHash, createHmac, randomBytes } from "node:crypto";
import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { AddressSignature } from "../../../engine/language/provider.ts";
import { verifyAddress } from "../../../server/routes/webhooks/verify-address.ts";
import { PROJECT } from "../../definitions.ts";
import { outsideIsUp, type Visitor } from "../service.ts";
import {
  applicationOf,
  applied,
  now,
  providersService,
  type ProvidersService,
} from "./providers-service.ts";
import { mustReplaceEach } from "../../must-replace.ts";

const TWILIO: AddressSignature = {
  scheme: "address",
  header: "x-twilio-signature",
  algorithm: "sha1",
  encoding: "base64",
  secrets: "TOKEN",
  bodyHash: "bodySHA256",
};

function signed(
  url: string,
  fields: Readonly<Record<string, string>> = {},
  secret = "12345",
): string {
  return createHmac("sha1", secret)
    .update(
      url +
        Object.keys(fields)
          .toSorted()
          .map((name) => name + (fields[name] ?? ""))
          .join(""),
    )
    .digest("base64");
}

describe("verifyAddress()", () => {
  const form = (fields: Readonly<Record<string, string>>) =>
    Buffer.from(new URLSearchParams(fields).toString());
  const caller = (phone: string) => ({
    To: "+18005551212",
    From: phone,
    Digits: "1234",
    Caller: phone,
    CallSid: "CA1234567890ABCDE",
  });
  const asked = {
    origins: ["https://mycompany.com"],
    path: "/myapp.php?foo=1&bar=2",
    isForm: true,
  };

  it.each([
    ["+12349013030", "0/KCTR6DLpKmkAf8muzZqo1nDgQ="],
    ["+14158675309", "RSOYDt4T1cUTdK1PDd93/VVr8B8="],
  ])("takes the examples of Twilio's own documents: %s", (phone, header) => {
    expect(verifyAddress(TWILIO, header, { ...asked, body: form(caller(phone)) }, "12345")).toBe(
      "valid",
    );
    expect(
      verifyAddress(
        TWILIO,
        header,
        { ...asked, body: form({ ...caller(phone), Digits: "1235" }) },
        "12345",
      ),
    ).toBe("signature");
    expect(
      verifyAddress(
        TWILIO,
        header,
        { ...asked, path: "/myapp.php?foo=1", body: form(caller(phone)) },
        "12345",
      ),
    ).toBe("signature");
    expect(
      verifyAddress(
        TWILIO,
        header,
        { ...asked, origins: ["http://mycompany.com"], body: form(caller(phone)) },
        "12345",
      ),
    ).toBe("signature");
    expect(
      verifyAddress(
        TWILIO,
        header,
        {
          ...asked,
          origins: ["https://other.example", "https://mycompany.com"],
          body: form(caller(phone)),
        },
        "old, 12345",
      ),
    ).toBe("valid");
    expect(verifyAddress(TWILIO, header, { ...asked, body: form(caller(phone)) }, "")).toBe(
      "signature",
    );
    expect(verifyAddress(TWILIO, "", { ...asked, body: form(caller(phone)) }, "12345")).toBe(
      "signature",
    );
  });

  it("takes an address with the port that goes without saying, and fields given several times", () => {
    const body = Buffer.from("b=2&a=z&a=a&a=z");
    const header = createHmac("sha1", "12345")
      .update("https://mycompany.com:443/hookaaazb2")
      .digest("base64");
    expect(
      verifyAddress(
        TWILIO,
        header,
        { origins: ["https://mycompany.com"], path: "/hook", body, isForm: true },
        "12345",
      ),
    ).toBe("valid");
  });

  it("takes another body only with its hash in the address", () => {
    const body = Buffer.from('{"a":1}');
    const path = `/hook?bodySHA256=${createHash("sha256").update(body).digest("hex")}`;
    const header = signed(`https://mycompany.com${path}`);
    const json = { origins: ["https://mycompany.com"], path, body, isForm: false };
    expect(verifyAddress(TWILIO, header, json, "12345")).toBe("valid");
    expect(verifyAddress(TWILIO, header, { ...json, body: Buffer.from('{"a":2}') }, "12345")).toBe(
      "body",
    );
    expect(
      verifyAddress(
        TWILIO,
        signed("https://mycompany.com/hook"),
        { ...json, path: "/hook" },
        "12345",
      ),
    ).toBe("body");
    const { bodyHash: _, ...formsOnly } = TWILIO;
    expect(verifyAddress(formsOnly, header, json, "12345")).toBe("body");
  });
});

describe("a webhook that is signed with its address", { skip: !(await outsideIsUp()) }, () => {
  let started: ProvidersService;
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "foyer-signed-"));
    for (const part of ["flows", "schemas", "content"])
      await cp(join(PROJECT, part), join(folder, part), { recursive: true });
    const file = join(folder, "flows/merchant-signup/providers/persona.yaml");
    const text = mustReplaceEach(await readFile(file, "utf8"), [
      [
        /signature:\n(?: {4}.*\n)+/,
        "signature: { scheme: address, header: x-twilio-signature, algorithm: sha1, encoding: base64, secrets: PERSONA_WEBHOOK_SECRET }\n",
      ],
      ["id: { var: payload.data.id }", "id: { var: payload.Id }"],
      ["key: { var: payload.data.attributes.payload.data.id }", "key: { var: payload.Inquiry }"],
      ["payload.data.attributes.name:", "payload.Event:"],
      [
        "{ var: payload.data.attributes.payload.data.attributes.reference-id }",
        "{ var: payload.Reference }",
      ],
    ]);
    await writeFile(file, text);
    // A proxy that rewrites the host asks under an address of its own.
    started = await providersService({ FOYER_FLOWS: folder, FOYER_INSECURE_DEVELOPMENT: "1" });
  });
  afterAll(async () => {
    await started?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  const PATH = "/webhooks/merchant-signup/persona";
  const event = (visitor: Visitor, inquiry: string) => ({
    Id: randomBytes(8).toString("hex"),
    Event: "inquiry.completed",
    Inquiry: inquiry,
    Reference: applicationOf(visitor),
  });
  const post = async (
    fields: Readonly<Record<string, string>>,
    header = signed(`http://localhost${PATH}`, fields, started.persona.secret),
  ) => {
    const response = await started.service.app.inject({
      method: "POST",
      url: PATH,
      // Behind a proxy the address that was asked is another one than the provider was told.
      headers: {
        host: "10.0.0.7:8080",
        "content-type": "application/x-www-form-urlencoded; charset=utf-8",
        "x-twilio-signature": header,
      },
      payload: new URLSearchParams(fields).toString(),
    });
    return [response.statusCode, response.json<{ status: unknown }>().status];
  };

  it("comes twice and is applied once; with a wrong signature, or another field, it changes nothing", async () => {
    const visitor = await applied(started.service, "approved.gov-id");
    await visitor.act("start");
    const inquiry = started.persona.latest();
    const fields = event(visitor, inquiry.id);
    expect(await post(fields, signed(`http://localhost${PATH}`, fields, "another"))).toEqual([
      401, 401,
    ]);
    expect(
      await post(
        { ...fields, Inquiry: "inq_other" },
        signed(`http://localhost${PATH}`, fields, started.persona.secret),
      ),
    ).toEqual([401, 401]);
    expect(await post(fields, "")).toEqual([401, 401]);
    expect(await now(visitor)).toMatchObject({ screen: "identification" });
    inquiry.status = "completed";
    expect(await post(fields)).toEqual([200, "kept"]);
    expect(await post(fields)).toEqual([200, "repeated"]);
    expect(await now(visitor)).not.toMatchObject({ screen: "identification" });
  });

  it("comes early and waits, and comes late and changes nothing", async () => {
    const visitor = await applied(started.service, "approved.gov-id");
    const id = "inq_early00000000000001";
    started.persona.inquiries.set(id, {
      id,
      reference: applicationOf(visitor),
      template: started.persona.template,
      status: "completed",
    });
    expect(await post(event(visitor, id))).toEqual([200, "kept"]);
    expect(await now(visitor)).toMatchObject({ screen: "identification" });
    started.persona.next.push({
      status: 201,
      body: { data: { type: "inquiry", id, attributes: {} } },
    });
    await visitor.act("start");
    const after = await now(visitor);
    expect(after).not.toMatchObject({ screen: "identification" });
    expect(await post(event(visitor, id))).toEqual([200, "kept"]);
    expect(await now(visitor)).toMatchObject({ screen: after.screen });
  });
});
