import { randomBytes } from "node:crypto";
import cookie from "@fastify/cookie";
import Fastify from "fastify";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { SiteCookies } from "../../../../server/application/cookies/site-cookies.ts";
import { Attempts, type Attempt } from "../../../../server/routes/sign-in/attempts.ts";
import { openVault } from "../../../../server/storage/secrets/vault.ts";

const MINUTE_MS = 60_000;
const vault = openVault(randomBytes(32).toString("hex"));
const cookies = new SiteCookies({ secure: false, embedded: false, domain: undefined });

/** A browser in front of a service that remembers attempts. */
class Browser {
  now = Date.parse("2026-03-02T09:00:00Z");
  jar: Record<string, string> = {};
  readonly app = Fastify({ logger: false });

  async open(): Promise<this> {
    const attempts = new Attempts({ vault, cookies, now: () => this.now });
    await this.app.register(cookie);
    this.app.post<{ Body: Omit<Attempt, "until"> }>("/remember", async (request, reply) => {
      attempts.remember(request, reply, request.body);
      return {};
    });
    this.app.post<{ Body: { state: string } }>("/take", async (request, reply) => ({
      taken: attempts.consume(request, reply, request.body.state)?.path ?? null,
    }));
    this.app.post("/forget", async (_, reply) => {
      attempts.forget(reply);
      return {};
    });
    return this;
  }

  async post(url: string, payload: object = {}): Promise<unknown> {
    const answer = await this.app.inject({ method: "POST", url, payload, cookies: this.jar });
    for (const { name, value } of answer.cookies)
      if (value === "") delete this.jar[name];
      else this.jar[name] = value;
    return answer.json();
  }

  async remember(state: string, path = `/${state}`): Promise<void> {
    await this.post("/remember", { state, nonce: "n", verifier: "v", path, create: false });
  }

  async take(state: string): Promise<unknown> {
    return this.post("/take", { state });
  }
}

describe("Attempts", () => {
  let browser: Browser;
  beforeEach(async () => {
    browser = await new Browser().open();
  });
  afterEach(async () => browser.app.close());

  it("take() finds the attempt of a state once", async () => {
    await browser.remember("one");
    await browser.remember("two");
    expect(await browser.take("one")).toEqual({ taken: "/one" });
    expect(await browser.take("one")).toEqual({ taken: null });
    expect(await browser.take("two")).toEqual({ taken: "/two" });
  });

  it("take() finds nothing for an unknown state", async () => {
    await browser.remember("one");
    expect(await browser.take("other")).toEqual({ taken: null });
    expect(await browser.take("one")).toEqual({ taken: "/one" });
  });

  it("take() finds an attempt for fifteen minutes", async () => {
    await browser.remember("one");
    browser.now += 15 * MINUTE_MS - 1;
    await browser.remember("two");
    browser.now += 1;
    expect(await browser.take("one")).toEqual({ taken: null });
    expect(await browser.take("two")).toEqual({ taken: "/two" });
  });

  it("take() finds nothing in a changed cookie", async () => {
    await browser.remember("one");
    browser.jar = Object.fromEntries(
      Object.entries(browser.jar).map(([name, value]) => [name, `${value.slice(0, -4)}AAAA`]),
    );
    expect(await browser.take("one")).toEqual({ taken: null });
  });

  it("remember() drops the oldest attempts where a cookie has no room", async () => {
    for (let at = 0; at < 12; at++) await browser.remember(`s${at}`, `/${"x".repeat(600)}${at}`);
    expect(Object.values(browser.jar).every((value) => value.length <= 3800)).toBe(true);
    expect(await browser.take("s0")).toEqual({ taken: null });
    expect(await browser.take("s11")).toEqual({ taken: `/${"x".repeat(600)}11` });
  });

  it("forget() leaves nothing", async () => {
    await browser.remember("one");
    await browser.post("/forget");
    expect(await browser.take("one")).toEqual({ taken: null });
  });
});
