import { createHmac } from "node:crypto";
import { describe, expect, it } from "vitest";
import type { HmacSignature } from "../../../../engine/language/provider.ts";
import { verifyHmac } from "../../../../server/routes/webhooks/verify-hmac.ts";

const NOW = Date.parse("2026-03-02T09:00:00Z");
const BODY = Buffer.from('{"id":"evt_1"}');
const HMAC: HmacSignature = {
  scheme: "hmac",
  header: "provider-signature",
  algorithm: "sha256",
  encoding: "hex",
  timestamp: "t",
  signature: "v1",
  secrets: "PROVIDER_SECRET",
  toleranceMs: 300_000,
};

/** A set of a header, signed `agoMs` before now. */
function signed(
  secret: string,
  { agoMs = 0, body = BODY, encoding = "hex" as const } = {},
): string {
  const time = Math.floor((NOW - agoMs) / 1000);
  const hash = createHmac("sha256", secret).update(`${time}.`).update(body).digest(encoding);
  return `t=${time},v1=${hash}`;
}

const verify = (header: string, secrets = "new, old", body = BODY) =>
  verifyHmac(HMAC, { header, body }, secrets, NOW);

describe("verifyHmac()", () => {
  it.each([
    ["the first secret", signed("new")],
    ["the second secret while secrets rotate", signed("old")],
    ["spaces around the parts", signed("new").replace(",", " , ").replaceAll(" ", "")],
    ["one good set among several", `${signed("other")} ${signed("old")}`],
    ["the age that is just allowed", signed("new", { agoMs: 300_000 })],
    ["a clock that is ahead within the tolerance", signed("new", { agoMs: -300_000 })],
  ])("takes %s", (_, header) => expect(verify(header)).toBe("valid"));

  it.each([
    ["another secret", "signature", signed("other")],
    ["another body", "signature", signed("new", { body: Buffer.from("{}") })],
    ["a signature that is too old", "time", signed("new", { agoMs: 301_000 })],
    ["a time in the future", "time", signed("new", { agoMs: -301_000 })],
    ["a time that was changed", "signature", signed("new").replace(/t=\d+/, `t=${NOW / 1000 - 1}`)],
    ["no time", "malformed", signed("new").replace(/t=\d+,/, "")],
    ["a time that is no number", "malformed", signed("new").replace(/t=\d+/, "t=1e9")],
    ["no signature", "signature", signed("new").replace(/,v1=.*/, "")],
    ["half a signature", "signature", signed("new").slice(0, -32)],
    ["nothing", "malformed", ""],
  ])("refuses %s: %s", (_, fault, header) => expect(verify(header)).toBe(fault));

  it("refuses everything without a secret", () => {
    expect(verify(signed(""), " , ")).toBe("signature");
  });

  it("looks at the first five sets only", () => {
    const others = Array.from({ length: 5 }, () => signed("other")).join(" ");
    expect(verify(`${others} ${signed("new")}`)).toBe("signature");
  });
});
