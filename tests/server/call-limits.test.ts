import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { countedAddress } from "../../server/http/counted-address.ts";
import { fillIn, outsideIsUp, testService, Visitor } from "./service.ts";

it("countedAddress() returns an address of IPv4, a network of IPv6, and nothing behind an undeclared proxy", () => {
  const counted: readonly (readonly [string, string | undefined])[] = [
    ["203.0.113.7", "203.0.113.7"],
    ["::ffff:203.0.113.7", "203.0.113.7"],
    ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2"],
    ["2001:DB8:1:2::9", "2001:db8:1:2"],
    ["2001:db8::1", "2001:db8:0:0"],
    ["127.0.0.1", undefined],
    ["::ffff:10.1.2.3", undefined],
    ["172.20.0.3", undefined],
    ["172.32.0.3", "172.32.0.3"],
    ["::1", undefined],
    ["fd00::1", undefined],
  ];
  expect(counted.map(([address]) => [address, countedAddress(address)])).toEqual(counted);
});

describe("rate-limited calls", { skip: !(await outsideIsUp()) }, () => {
  let served: Awaited<ReturnType<typeof testService>>;
  beforeAll(async () => {
    served = await testService("outside", { FOYER_PROXIES: "1", FOYER_INSECURE_DEVELOPMENT: "1" });
  });
  afterAll(async () => served.stop());

  const counts = async () =>
    (
      await served.service.database.query<{ times: string }>(
        "select count(*) as times from call_counts group by counted order by 1",
      )
    ).map(({ times }) => Number(times));
  /** As others behind the same address did before: `times` more of what was counted most. */
  const askedBefore = async (times: number) =>
    served.service.database.query(
      `insert into call_counts (counted, call)
       select counted, gen_random_uuid() from (select counted from call_counts group by counted order by count(*) desc limit 1) as most, generate_series(1, $1)`,
      [times],
    );

  async function atTheCode(address: string): Promise<Visitor> {
    const visitor = new Visitor(served.service, { "x-forwarded-for": address });
    await fillIn(visitor, "kim+sbx.approved.otp@example.com");
    await visitor.act("check");
    expect(visitor.path).toContain("/otp");
    return visitor;
  }

  /** What the page says after a first code was asked for: nothing, unless it was refused. */
  async function send(visitor: Visitor): Promise<unknown> {
    const answer = await visitor.act("send");
    expect(answer.statusCode).toBe(200);
    return (answer.json() as { notices: readonly { tone: string }[] }).notices.map(
      ({ tone }) => tone,
    );
  }

  it("are counted for the application and for the address, by all who come from there, and are made again when time has passed", async () => {
    const [one, two, three, four] = await Promise.all([
      atTheCode("203.0.113.7"),
      atTheCode("203.0.113.7"),
      atTheCode("203.0.113.7"),
      atTheCode("203.0.113.7"),
    ]);
    expect(await send(one)).toEqual([]);
    expect(await counts()).toEqual([1, 1]);
    expect(await send(two)).toEqual([]);
    expect(await counts()).toEqual([1, 1, 2]);

    await askedBefore(97);
    // There is room for one.
    expect([await Promise.all([send(three), send(four)])].flat(2).toSorted()).toEqual(["error"]);
    expect(await counts()).toEqual([1, 1, 1, 100]);
    const elsewhere = await atTheCode("198.51.100.20");
    expect(await send(elsewhere)).toEqual([]);

    await served.service.database.query("update call_counts set at = at - interval '61 minutes'");
    const late = await atTheCode("203.0.113.7");
    expect(await send(late)).toEqual([]);
  });

  it("are not asked for again before the countdown of their action has ended", async () => {
    const visitor = await atTheCode("198.51.100.77");
    await send(visitor);
    const before = await counts();
    const again = await visitor.act("resend");
    expect([again.statusCode, again.json()]).toMatchObject([
      409,
      {
        type: "urn:foyer:problem:too-soon",
        view: { notices: [{ text: "It is too soon for that. Wait a moment, then try again." }] },
      },
    ]);
    expect(await counts()).toEqual(before);
    const { view } = again.json() as {
      view: { actions: readonly { id: string; availableAt?: string }[] };
    };
    expect(view.actions.find(({ id }) => id === "resend")?.availableAt).toBeDefined();
  });

  it("are counted on a page that is open to all, for the application of its address", async () => {
    const send = async (application: string, address: string) => {
      const stranger = new Visitor(served.service, { "x-forwarded-for": address });
      const answer = await stranger.post(
        {
          action: "submit",
          revision: 0,
          data: { legalName: "Cedar & Pine LLC", ssn9: "731-88-9901" },
        },
        {},
        `/urn:app:${application}/tax-information?type=SSN`,
      );
      const { notices } = answer.json() as { notices: readonly { text: string }[] };
      return notices.map(({ text }) => (text.includes("too often") ? "too often" : text));
    };
    const failed = [expect.stringContaining("something went wrong")];
    for (let times = 0; times < 10; times++)
      expect(await send("guessed", `203.0.113.${50 + times}`)).toEqual(failed);
    expect(await send("guessed", "203.0.113.60")).toEqual(["too often"]);
    expect(await send("another", "203.0.113.60")).toEqual(failed);
    for (let times = 0; times < 28; times++) await send(`number-${times}`, "203.0.113.60");
    expect(await send("number-28", "203.0.113.60")).toEqual(failed);
    expect(await send("number-29", "203.0.113.60")).toEqual(["too often"]);
  });

  it("are not limited by an address that is only the proxy's", async () => {
    const before = await counts();
    expect(await send(await atTheCode("10.0.0.3"))).toEqual([]);
    // Of the application alone.
    expect(await counts()).toEqual([1, ...before]);
  });
});
