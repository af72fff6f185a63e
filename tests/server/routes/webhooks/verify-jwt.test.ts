import { createHash } from "node:crypto";
import { generateKeyPair, SignJWT } from "jose";
import { describe, expect, it } from "vitest";
import type { JwtSignature } from "../../../../engine/language/provider.ts";
import { verifyJwt } from "../../../../server/routes/webhooks/verify-jwt.ts";

const NOW = new Date("2026-03-02T09:00:00Z");
const BODY = Buffer.from('{"webhook_code":"FINISHED"}');
const JWT: JwtSignature = {
  scheme: "jwt",
  header: "provider-verification",
  algorithm: "ES256",
  bodyHash: "request_body_sha256",
  toleranceMs: 300_000,
  keys: { method: "POST", path: "/keys", member: "key", cacheMs: 60_000 },
};
const own = await generateKeyPair("ES256");
const foreign = await generateKeyPair("ES256");

interface Token {
  readonly key?: typeof own.privateKey;
  readonly kid?: string;
  readonly agoS?: number;
  readonly hash?: string;
}

async function token({
  key = own.privateKey,
  kid = "k1",
  agoS = 0,
  hash,
}: Token = {}): Promise<string> {
  return new SignJWT({
    request_body_sha256: hash ?? createHash("sha256").update(BODY).digest("hex"),
  })
    .setProtectedHeader({ alg: "ES256", kid })
    .setIssuedAt(NOW.getTime() / 1000 - agoS)
    .sign(key);
}

const verify = async (signed: string, body = BODY) =>
  verifyJwt(
    JWT,
    { token: signed, body },
    async (kid) => (kid === "k1" ? own.publicKey : "key-unknown"),
    NOW,
  );

describe("verifyJwt()", () => {
  it("takes a token of this body, signed lately with the provider's key", async () => {
    expect(await verify(await token())).toBe("valid");
    expect(await verify(await token({ agoS: 300 }))).toBe("valid");
  });

  it.each([
    ["another key", "signature", { key: foreign.privateKey }],
    ["a key that the provider does not publish", "key-unknown", { kid: "k2" }],
    ["no name of a key", "malformed", { kid: "" }],
    ["a token that is too old", "time", { agoS: 310 }],
    ["the hash of another body", "body", { hash: createHash("sha256").update("{}").digest("hex") }],
    ["a hash that is cut off", "body", { hash: "ab" }],
  ] as const)("refuses %s: %s", async (_, fault, made) =>
    expect(await verify(await token(made))).toBe(fault),
  );

  it("refuses another body", async () => {
    expect(await verify(await token(), Buffer.from("{}"))).toBe("body");
  });

  it("refuses an algorithm that the definition does not name", async () => {
    const secret = new TextEncoder().encode("k".repeat(32));
    const signed = await new SignJWT({
      request_body_sha256: createHash("sha256").update(BODY).digest("hex"),
    })
      .setProtectedHeader({ alg: "HS256", kid: "k1" })
      .setIssuedAt(NOW.getTime() / 1000)
      .sign(secret);
    expect(await verifyJwt(JWT, { token: signed, body: BODY }, async () => secret, NOW)).toBe(
      "algorithm",
    );
  });

  it.each(["", "a.b.c", "not a token"])("refuses %j", async (text) => {
    expect(await verify(text)).toBe("malformed");
  });
});
