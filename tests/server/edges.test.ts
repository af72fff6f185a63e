import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { parse } from "yaml";
import { readConfig } from "../../server/settings/config.ts";
import { sandboxedLocation } from "../../server/routes/screens/exit.ts";
import type { Service } from "../../server/service.ts";
import { localPath } from "../../server/routes/sign-in/local-path.ts";
import { PROJECT } from "../definitions.ts";
import { TestPlatform } from "./sandbox/platform/test-platform.ts";
import { served } from "./served.ts";
import { outsideIsUp, PRODUCTION, testService } from "./service.ts";
import { allowedLocation } from "../../engine/compile/origins.ts";

const outside = await outsideIsUp();

describe("the edges of production", { skip: !outside }, () => {
  let service: Service;
  let stop: () => Promise<void>;
  beforeAll(async () => {
    ({ service, stop } = await testService("outside", {
      ...PRODUCTION,
      PUBLIC_URL: "https://apply.example,https://hosting.example",
      FRAME_ANCESTORS: "https://partner.example",
    }));
  });
  afterAll(() => stop?.());
  const ask = (url: string, headers: Record<string, string> = {}) =>
    service.app.inject({
      url,
      headers: { host: "apply.example", accept: "text/html", ...headers },
    });

  it.each([
    "evil.example",
    "apply.example.evil.example",
    "apply.example:8443",
    "",
    "APPLY.example@evil.example",
  ])("answers 421 under the name %j", async (host) => {
    const response = await ask("/incorrect-url", { host, "x-forwarded-host": "apply.example" });
    expect([400, 421]).toContain(response.statusCode);
    expect(response.body).not.toContain("<form");
  });

  it("serves production routes only", async () => {
    const { endpoints } = parse(
      await readFile(join(PROJECT, "tests/server/permissions.yaml"), "utf8"),
    ) as { endpoints: Readonly<Record<string, { readonly in?: string }>> };
    const rows = Object.entries(endpoints).flatMap(([endpoint, row]) =>
      row.in === "development" ? [] : [endpoint],
    );
    expect(served(service)).toEqual(rows.toSorted());
    for (const path of ["/inbox", "/sandbox/card", "/api/v2/categories", "/idp/people/x"])
      expect((await ask(path, { accept: "application/json" })).body).toContain(
        '"leave":{"to":"sign-in"',
      );
  });

  it("answers under its own names, by which the portal is chosen, and to probes under any", async () => {
    const [terminal, hosting] = [
      await ask("/incorrect-url", { accept: "application/json" }),
      await ask("/incorrect-url", { host: "hosting.example", accept: "application/json" }),
    ];
    for (const { statusCode } of [terminal, hosting]) expect(statusCode).toBeLessThan(400);
    expect((await ask("/healthz", { host: "10.0.0.7" })).statusCode).toBe(200);
    expect((await ask("/readyz", { host: "10.0.0.7" })).statusCode).toBe(200);
  });

  it("sends every header of a safe page, on every page and every problem", async () => {
    const paths = [
      "/",
      "/get-started",
      "/incorrect-url",
      "/no/such/page",
      "/library-card",
      "/library-card/start",
      "/sign-in",
      "/sign-in/callback",
      "/healthz",
      "/validators/0.mjs",
      "/brand/merchant-signup/cedar.svg",
    ];
    for (const path of paths) {
      const { headers, body } = await ask(path);
      const policy = String(headers["content-security-policy"]);
      expect(policy).toContain("default-src 'none'");
      expect(policy).not.toMatch(/unsafe-(?:inline|eval)|\*|http:/);
      if (String(headers["content-type"]).startsWith("text/html"))
        expect(policy).toMatch(/script-src 'self' 'nonce-[\w+/=]{24}'/);
      else expect(policy).not.toContain("-src 'self'");
      expect(policy).toContain("base-uri 'none'");
      expect(headers).toMatchObject({
        "strict-transport-security": "max-age=31536000; includeSubDomains",
        "referrer-policy": expect.stringMatching(/^(?:same-origin|no-referrer)$/),
        "permissions-policy": expect.stringContaining("geolocation=()"),
        "x-content-type-options": "nosniff",
        "cross-origin-opener-policy": expect.stringMatching(/^same-origin/),
        "cross-origin-resource-policy": "same-origin",
      });
      for (const [, attributes = ""] of body.matchAll(/<(?:script|style)([^>]*)>/g))
        expect(attributes).toMatch(/nonce="|src="|type="application\/json"/);
      expect(body).not.toMatch(/\son\w+="|javascript:/);
      expect(headers["server"] ?? headers["x-powered-by"]).toBeUndefined();
      for (const cookie of [headers["set-cookie"] ?? []].flat())
        expect(cookie).toMatch(/^__Host-.*HttpOnly.*Secure.*Partitioned; SameSite=None/);
    }
  });

  it("lets only the configured sites show a screen in a frame, and nonces are never the same", async () => {
    const [one, two] = [await ask("/library-card"), await ask("/library-card")];
    expect(one.headers["content-security-policy"]).toContain(
      "frame-ancestors https://partner.example",
    );
    expect(one.headers["x-frame-options"]).toBeUndefined();
    expect(one.headers["content-security-policy"]).not.toBe(two.headers["content-security-policy"]);
  });

  it("gives cookies to https alone, out of reach of scripts", async () => {
    const response = await service.app.inject({
      method: "POST",
      url: "/library-card",
      headers: {
        host: "apply.example",
        accept: "application/json",
        "content-type": "application/json",
      },
      payload: JSON.stringify({ action: "submit", data: {}, revision: 0 }),
    });
    const cookies = [response.headers["set-cookie"] ?? []].flat();
    expect(cookies.length).toBeGreaterThan(0);
    for (const cookie of cookies)
      expect(cookie).toMatch(
        /^__Host-foyer_session=host-[\w-]{43}; Path=\/; HttpOnly; Secure; Partitioned; SameSite=None$/,
      );
  });

  it("refuses settings that would open an edge", () => {
    const settings = { FOYER_ENV: "LOCAL" };
    expect(() => readConfig({ ...settings, FRAME_ANCESTORS: "*" }, PROJECT)).toThrow(
      "FRAME_ANCESTORS",
    );
    expect(() =>
      readConfig({ ...settings, FRAME_ANCESTORS: "https://a.example; script-src *" }, PROJECT),
    ).toThrow("FRAME_ANCESTORS");
    expect(() => readConfig({ ...settings, FOYER_PROXIES: "all" }, PROJECT)).toThrow(
      "FOYER_PROXIES",
    );
  });
});

describe("redirects", () => {
  const EVIL = [
    "//evil.example",
    "/\\evil.example",
    "\\/evil.example",
    "/\t/evil.example",
    "https://evil.example",
    "https://partner.example@evil.example",
    "https://partner.example.evil.example",
    "javascript:alert(1)",
    "http://partner.example",
    "/%2F/evil.example\u0000",
    "https:/evil.example",
    "data:text/html,x",
  ];
  it.each(EVIL)("%j is none", (location) => {
    const allowed = allowedLocation(location, ["https://partner.example"]);
    expect(
      allowed === undefined ||
        new URL(allowed, "https://apply.example").origin === "https://apply.example",
    ).toBe(true);
    expect(new URL(localPath(location), "https://apply.example").origin).toBe(
      "https://apply.example",
    );
  });
  it("lead to configured origins", () => {
    expect(
      allowedLocation("https://partner.example/welcome?x=1", ["https://partner.example"]),
    ).toBe("https://partner.example/welcome?x=1");
  });
  it("lead to a sandbox page on a developer's machine, for a name that does not resolve", () => {
    expect(sandboxedLocation("https://partner.example/welcome?x=1", "LOCAL")).toBe(
      "/sandbox/elsewhere?to=https%3A%2F%2Fpartner.example%2Fwelcome%3Fx%3D1",
    );
    expect(
      ["https://partner.example/", "https://cedar.dev/", "/accounts"].map((location) =>
        sandboxedLocation(location, "production"),
      ),
    ).toEqual(["https://partner.example/", "https://cedar.dev/", "/accounts"]);
    expect(
      ["https://cedar.dev/?to=a.example", "/accounts?to=.example"].map((location) =>
        sandboxedLocation(location, "LOCAL"),
      ),
    ).toEqual(["https://cedar.dev/?to=a.example", "/accounts?to=.example"]);
  });
});

describe("guessing a code", { skip: !outside }, () => {
  let platform: TestPlatform;
  beforeAll(async () => {
    platform = await TestPlatform.start("OTE");
  });
  afterAll(() => platform?.stop());

  /** Guesses that are checked in a whole day of trying; each has one chance in a million. */
  async function guessesOfADay(paths: readonly string[]): Promise<number> {
    let tried = 0;
    for (let hour = 0; hour < 24; hour++) {
      for (const path of paths) {
        for (let code = 0; code < 6; code++) {
          if ((await platform.post(`${path}/otp-code`)).status !== 200) break;
          for (let attempt = 0; attempt < 7; attempt++)
            if (
              (await platform.post(`${path}/step-ups/otp`, { code: "000000" })).body["code"] ===
              "wrong"
            )
              tried++;
        }
      }
      platform.pass(3_600_000);
    }
    return tried;
  }

  it("is right less than once in ten thousand days, for one application", async () => {
    const tried = await guessesOfADay([await withCode(platform, "3125558801")]);
    expect(tried).toBeGreaterThan(0);
    expect(1 - (1 - 1e-6) ** tried).toBeLessThan(1e-4);
  });

  it("and for one phone, through however many applications", async () => {
    const paths = [];
    for (let at = 0; at < 4; at++) paths.push(await withCode(platform, "3125558802"));
    const tried = await guessesOfADay(paths);
    expect(tried).toBeGreaterThan(0);
    expect(1 - (1 - 1e-6) ** tried).toBeLessThan(1e-4);
  });
});

/** An application that a code is asked of. */
async function withCode(platform: TestPlatform, phone: string): Promise<string> {
  const path = await platform.create({ applicant: { phone } });
  const id = path.split("/").at(-1);
  await platform.database.query(
    "update platform_applications set step_ups = '[\"OTP_SMS\"]', decision = 'APPROVED' where id = $1",
    [id],
  );
  return path;
}
