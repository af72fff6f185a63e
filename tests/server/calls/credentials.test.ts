import { createHmac } from "node:crypto";
import { copyFile, mkdtemp, readFile, rm } from "node:fs/promises";
import { createServer, type Server } from "node:https";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { CallRequest } from "../../../engine/transition/input.ts";
import type { CallService } from "../../../server/calls/call-service.ts";
import { runCall } from "../../../server/calls/run-call.ts";
import { NO_TELEMETRY } from "../../../server/telemetry/telemetry.ts";

const certificates = join(import.meta.dirname, "certificates");
let server: Server;
let url: string;
let folder: string;

/** What the service was sent, in order. */
let received: {
  path: string;
  authorization: string | undefined;
  key: unknown;
  signature: unknown;
  time: unknown;
  body: string;
}[];
/** Why calls were not answered; empty for an answer. */
let reasons: string[];
let given: number;
let lifetime: number;
/** Tokens that the service refuses. */
let refused: string[];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "foyer-tls-"));
  await copyFile(join(certificates, "client.pem"), join(folder, "client.pem"));
  const read = async (name: string) => readFile(join(certificates, name));
  server = createServer(
    {
      cert: await read("server.pem"),
      key: await read("server.key.pem"),
      ca: await read("authority.pem"),
      requestCert: true,
      rejectUnauthorized: true,
    },
    (request, response) => {
      const chunks: Buffer[] = [];
      request.on("data", (chunk: Buffer) => chunks.push(chunk));
      request.on("end", () => {
        const { authorization } = request.headers;
        received.push({
          path: request.url ?? "",
          authorization,
          key: request.headers["idempotency-key"],
          signature: request.headers["x-signature"],
          time: request.headers["x-time"],
          body: Buffer.concat(chunks).toString(),
        });
        const isToken = request.url === "/token";
        const no = refused.some((token) => authorization === `Bearer ${token}`);
        response.writeHead(no ? 401 : 200, { "content-type": "application/json" });
        response.end(
          JSON.stringify(
            isToken
              ? { access_token: `t${++given}`, token_type: "Bearer", expires_in: lifetime }
              : { ok: !no },
          ),
        );
      });
    },
  );
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  url = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

beforeEach(() => {
  received = [];
  reasons = [];
  given = 0;
  lifetime = 3600;
  refused = [];
});

afterAll(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  await rm(folder, { recursive: true });
});

const TLS = {
  certificate: "BANK_CERTIFICATE",
  key: "BANK_KEY",
  authority: "BANK_AUTHORITY",
} as const;

const environment = (more: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv => ({
  BANK_URL: url,
  BANK_TOKEN_URL: `${url}/token`,
  BANK_CLIENT_ID: "client",
  BANK_CLIENT_SECRET: "s:cret",
  BANK_CERTIFICATE: join(folder, "client.pem"),
  BANK_KEY: join(certificates, "client.key.pem"),
  BANK_AUTHORITY: join(certificates, "authority.pem"),
  BANK_SIGNING: "signing secret",
  ...more,
});

async function call(service: Partial<CallService>, env = environment()) {
  const request: CallRequest = {
    call: "pay",
    service: "bank",
    method: "POST",
    path: "/payments?x=1",
    headers: {},
    body: { amount: 1 },
    timeoutMs: 5000,
    continuation: {
      path: "/",
      screen: "order",
      action: "submit",
      remaining: [],
      form: {},
      with: {},
      query: {},
    },
  };
  return runCall(
    request,
    { description: "A bank", baseUrlFrom: "BANK_URL", tls: TLS, ...service },
    {
      environment: env,
      sandboxes: new Map(),
      telemetry: { ...NO_TELEMETRY, call: ({ reason }) => reasons.push(reason ?? "") },
    },
    "key-1",
  );
}

describe("runCall() with a certificate", () => {
  it("reaches a service that demands one", async () => {
    expect(await call({})).toMatchObject({ status: 200, answer: { ok: true } });
    expect(received).toMatchObject([{ path: "/payments?x=1", body: '{"amount":1}' }]);
  });

  it("reaches none without the certificate, without its file, and over http", async () => {
    const service = { description: "A bank", baseUrlFrom: "BANK_URL" };
    expect(await call({ ...service, tls: undefined })).toMatchObject({ outcome: "network" });
    for (const wrong of [
      { BANK_CERTIFICATE: "/nowhere.pem" },
      { BANK_URL: url.replace("https", "http") },
    ])
      expect(await call({}, environment(wrong))).toMatchObject({ outcome: "network" });
    expect(received).toEqual([]);
  });

  it.each([
    [
      { BANK_CERTIFICATE: "/nowhere.pem" },
      "the certificate of BANK_CERTIFICATE cannot be read: ENOENT",
    ],
    [{ BANK_URL: "" }, "BANK_URL is not set"],
    [{ BANK_URL: "bank" }, "BANK_URL is no web address"],
    [{ BANK_URL: "https://127.0.0.1:1" }, "ECONNREFUSED"],
    [{ BANK_AUTHORITY: join(certificates, "client.pem") }, "SELF_SIGNED_CERT_IN_CHAIN"],
  ])("says why it reaches none with %j", async (wrong, reason) => {
    expect(await call({}, environment(wrong))).toEqual({ outcome: "network", answer: null });
    expect(reasons).toEqual([reason]);
  });
});

describe("runCall() with client credentials", () => {
  const auth = {
    kind: "oauth2",
    tokenUrlFrom: "BANK_TOKEN_URL",
    clientId: "BANK_CLIENT_ID",
    clientSecret: "BANK_CLIENT_SECRET",
    scope: "payments",
  } as const;

  it("asks for one token for calls that come together, and keeps it", async () => {
    const env = environment();
    await Promise.all([call({ auth }, env), call({ auth }, env)]);
    await call({ auth }, env);
    const [asked, ...calls] = received;
    expect(asked).toMatchObject({
      path: "/token",
      authorization: `Basic ${Buffer.from("client:s%3Acret").toString("base64")}`,
      body: "grant_type=client_credentials&scope=payments",
    });
    expect(calls.map(({ authorization }) => authorization)).toEqual(Array(3).fill("Bearer t1"));
  });

  it("asks for another one after a 401, once, and sends the call again under its key", async () => {
    const env = environment();
    refused = ["t1"];
    expect(await call({ auth }, env)).toMatchObject({ status: 200 });
    expect(received.map(({ path, authorization, key }) => [path, authorization, key])).toEqual([
      ["/token", expect.any(String), undefined],
      ["/payments?x=1", "Bearer t1", "key-1"],
      ["/token", expect.any(String), undefined],
      ["/payments?x=1", "Bearer t2", "key-1"],
    ]);
    refused = ["t1", "t2", "t3"];
    expect(await call({ auth }, env)).toMatchObject({ status: 401 });
    expect(given).toBe(3);
  });

  it("makes no call without a token", async () => {
    const env = environment({ BANK_TOKEN_URL: "http://127.0.0.1:1/token" });
    expect(await call({ auth }, env)).toMatchObject({ outcome: "network" });
    expect(received).toEqual([]);
  });
});

describe("runCall() with a signature", () => {
  it("signs the parts that the definition names, with the time", async () => {
    await call({
      signature: {
        header: "x-signature",
        secret: "BANK_SIGNING",
        algorithm: "sha256",
        encoding: "hex",
        signs: ["method", "path", "time", "body"],
        timeHeader: "x-time",
        prefix: "v1=",
      },
    });
    const [sent] = received;
    const text = `POST\n/payments?x=1\n${String(sent?.time)}\n{"amount":1}`;
    expect(sent?.time).toMatch(/^\d{10}$/);
    expect(sent?.signature).toBe(
      `v1=${createHmac("sha256", "signing secret").update(text).digest("hex")}`,
    );
  });
});
