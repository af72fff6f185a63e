import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { exportJWK, generateKeyPair } from "jose";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { JwtSignature, ProviderService } from "../../../../engine/language/provider.ts";
import { SigningKeys } from "../../../../server/routes/webhooks/signing-keys.ts";

const SERVICE: ProviderService = {
  baseUrl: "https://provider.example",
  baseUrlFrom: "PROVIDER_URL",
  prefix: "PROVIDER_",
  auth: { kind: "headers", headers: {} },
};
const JWT: JwtSignature = {
  scheme: "jwt",
  header: "provider-verification",
  algorithm: "ES256",
  bodyHash: "request_body_sha256",
  toleranceMs: 300_000,
  keys: {
    method: "POST",
    path: "/keys",
    body: { kid: { var: "payload.kid" } },
    member: "key",
    cacheMs: 3_600_000,
  },
};
const jwk = await exportJWK((await generateKeyPair("ES256", { extractable: true })).publicKey);

describe("SigningKeys", () => {
  let server: Server;
  /** Names that the provider was asked for, and those that it knows. */
  let asked: string[] = [];
  let published = new Set(["own"]);
  let isDown = false;
  let nowMs = 0;
  let keys: SigningKeys;
  beforeAll(async () => {
    server = createServer((request, response) => {
      const parts: Buffer[] = [];
      request.on("data", (part: Buffer) => parts.push(part));
      request.on("end", () => {
        const { kid } = JSON.parse(Buffer.concat(parts).toString()) as { kid: string };
        asked.push(kid);
        const status = isDown ? 503 : published.has(kid) ? 200 : 404;
        response
          .writeHead(status, { "content-type": "application/json" })
          .end(JSON.stringify(status === 200 ? { key: { ...jwk, kid } } : {}));
      });
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  });
  afterAll(() => server?.close());
  beforeEach(() => {
    [asked, published, isDown, nowMs] = [[], new Set(["own"]), false, 0];
    const { port } = server.address() as AddressInfo;
    const environment = { PROVIDER_URL: `http://127.0.0.1:${port}` };
    keys = new SigningKeys(SERVICE, JWT, { environment, sandboxes: new Map() }, () => nowMs);
  });

  const found = async (kid: string) => {
    const key = await keys.find(kid);
    return typeof key === "object" ? "key" : key;
  };
  /** Names that a stranger invents, twenty a minute. */
  const strangers = async (minutes: number) => {
    for (let at = 0; at < minutes * 20; at++) {
      if (at % 20 === 0) nowMs += 60_000;
      await keys.find(`invented ${nowMs} ${at}`);
    }
  };

  it("keeps the provider's own key, however many names strangers invent", async () => {
    expect(await found("own")).toBe("key");
    await strangers(6);
    expect(await found("own")).toBe("key");
    expect(asked.filter((kid) => kid === "own")).toHaveLength(1);
  });

  it("asks for a key that the provider had again, though strangers have used up their minute", async () => {
    expect(await found("own")).toBe("key");
    nowMs += JWT.keys.cacheMs;
    await strangers(1);
    expect(await found("one more")).toBe("key-limit");
    expect(await found("own")).toBe("key");
  });

  it("asks once for a key that many webhooks name at the same time", async () => {
    const all = await Promise.all(Array.from({ length: 30 }, async () => found("own")));
    expect(new Set(all)).toEqual(new Set(["key"]));
    expect(asked).toEqual(["own"]);
  });

  it("asks again after a minute for a name that the provider did not know", async () => {
    expect([await found("next"), await found("next")]).toEqual(["key-unknown", "key-unknown"]);
    published.add("next");
    nowMs += 60_000;
    expect(await found("next")).toBe("key");
    expect(asked).toEqual(["next", "next"]);
  });

  it("gives up a key that the provider no longer has, and asks again at once when it was away", async () => {
    expect(await found("own")).toBe("key");
    nowMs += JWT.keys.cacheMs;
    isDown = true;
    expect(await found("own")).toBe("key-unreachable");
    isDown = false;
    published.delete("own");
    expect(await found("own")).toBe("key-unknown");
  });
});
