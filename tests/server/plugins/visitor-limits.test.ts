import Fastify, { type FastifyInstance } from "fastify";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { visitorLimits } from "../../../server/plugins/visitor-limits.ts";
import type { RateLimits } from "../../../server/storage/repositories/rate-limits.ts";
import type { Service } from "../../../server/service.ts";
import { outsideIsUp, testService } from "../service.ts";

const outside = await outsideIsUp();

describe("visitorLimits()", () => {
  let app: FastifyInstance | undefined;
  afterEach(async () => {
    vi.useRealTimers();
    await app?.close();
  });

  /**
   * An app that takes one suggestion a request, of the visitor and address that the request names.
   */
  async function limited(): Promise<
    (visitor: string | undefined, address: string) => Promise<boolean>
  > {
    const own = Fastify({ trustProxy: true });
    app = own;
    await visitorLimits(own, {
      count: async () => ({ current: 1, ttl: 1 }),
    } as unknown as RateLimits);
    own.get("/", async (request) => ({
      taken: await own.limits.countSuggestion(
        request,
        request.headers["x-visitor"] as string | undefined,
      ),
    }));
    return async (visitor, address) =>
      (
        await own.inject({
          url: "/",
          headers: {
            "x-forwarded-for": address,
            ...(visitor === undefined ? {} : { "x-visitor": visitor }),
          },
        })
      ).json<{ taken: boolean }>().taken;
  }

  async function count(times: number, take: () => Promise<boolean>): Promise<number> {
    let taken = 0;
    for (let at = 0; at < times; at++) if (await take()) taken++;
    return taken;
  }

  it("lets a visitor ask so many times a minute, and an address with several visitors more often", async () => {
    vi.useFakeTimers({ toFake: ["Date"] });
    const take = await limited();
    expect(await count(70, () => take("a", "192.0.2.1"))).toBe(60);
    expect(await count(70, () => take("b", "192.0.2.1"))).toBe(60);
    expect(await count(300, () => take(undefined, "192.0.2.1"))).toBe(100);
    expect(await take("c", "192.0.2.1")).toBe(false);
    expect(await take("a", "192.0.2.2")).toBe(false);
    vi.advanceTimersByTime(60_001);
    expect(await count(70, () => take("a", "192.0.2.1"))).toBe(60);
  });

  it("counts a network of IPv6 once, for any of its addresses", async () => {
    const take = await limited();
    let at = 0;
    expect(await count(300, () => take(undefined, `2001:db8::${(at++).toString(16)}`))).toBe(240);
  });

  it("remembers whom it refused when tens of thousands of others ask", async () => {
    const take = await limited();
    expect(await count(61, () => take("greedy", "198.51.100.1"))).toBe(60);
    // As many keys as are kept; the refused one goes on asking, and is never the oldest.
    const addresses = Array.from(
      { length: 50_500 },
      (_, at) => `10.${at >> 16}.${(at >> 8) & 255}.${at & 255}`,
    );
    let back = 0;
    for (const [at, address] of addresses.entries()) {
      await take(`visitor-${at}`, address);
      if (at % 5000 === 0 && (await take("greedy", "198.51.100.2"))) back++;
    }
    expect(back).toBe(0);
    expect(await take("greedy", "198.51.100.3")).toBe(false);
  });
});

describe("sign-ins", { skip: !outside }, () => {
  let service: Service;
  let stop: () => Promise<void>;
  beforeAll(async () => {
    ({ service, stop } = await testService("outside", {
      FOYER_PROXIES: "1",
      FOYER_INSECURE_DEVELOPMENT: "1",
    }));
  });
  afterAll(() => stop?.());

  const ask = (address: string, accept = "application/json") =>
    service.app.inject({
      url: "/sign-in/callback?state=x",
      headers: { host: "localhost", accept, "x-forwarded-for": address },
    });

  it("of an address are counted over all nodes, and refused with 429 and words", async () => {
    for (let times = 0; times < 240; times++) expect((await ask("192.0.2.9")).statusCode).toBe(400);
    const refused = await ask("192.0.2.9");
    expect(refused.statusCode).toBe(429);
    expect(refused.headers["retry-after"]).toBe("60");
    expect(refused.headers["content-type"]).toContain("problem+json");
    const page = await ask("192.0.2.9", "text/html");
    expect([page.statusCode, page.body.includes("<h1>")]).toEqual([429, true]);
    expect((await ask("192.0.2.10")).statusCode).toBe(400);
    const rows = await service.database.query("select current from rate_limits order by current");
    expect(rows).toEqual([{ current: 1 }, { current: 242 }]);
    // Another window begins, and the old one is not added to.
    await service.database.query("update rate_limits set ends_at = now() - interval '1 second'");
    expect((await ask("192.0.2.9")).statusCode).toBe(400);
  });
});
