import { createHmac, randomBytes } from "node:crypto";
import { generateKeyPair } from "jose";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { eraseApplication } from "../../../server/storage/retention/erase.ts";
import { WebhookEvents } from "../../../server/storage/repositories/webhook-events.ts";
import { openVault } from "../../../server/storage/secrets/vault.ts";
import { recordedOf } from "../recorded.ts";
import type { Visitor } from "../service.ts";
import { outsideIsUp } from "../service.ts";
import {
  applicationOf,
  applied,
  KEY,
  now,
  providersService,
  type ProvidersService,
} from "./providers-service.ts";

const outside = await outsideIsUp();

describe("webhooks in", { skip: !outside }, () => {
  let started: ProvidersService;
  beforeAll(async () => {
    started = await providersService();
  });
  afterAll(() => started?.stop());

  const post = async (provider: string, body: string, headers: Record<string, string>) => {
    const response = await started.service.app.inject({
      method: "POST",
      url: `/webhooks/merchant-signup/${provider}`,
      headers: { "content-type": "application/json", ...headers },
      payload: body,
    });
    return {
      status: response.statusCode,
      type: String(response.headers["content-type"]),
      body: response.json() as { status?: unknown; type?: string },
    };
  };
  const persona = (body: string, header = started.persona.sign(body)) =>
    post("persona", body, { "persona-signature": header });
  const plaid = async (body: string, header?: string) =>
    post("plaid", body, { "plaid-verification": header ?? (await started.plaid.sign(body)) });

  /** An applicant at the identity provider. */
  const atProvider = async () => {
    const visitor = await applied(started.service, "approved.gov-id");
    await visitor.act("start");
    return { visitor, inquiry: started.persona.latest() };
  };
  const completed = (
    inquiry: ReturnType<ProvidersService["persona"]["latest"]>,
    eventId?: string,
  ) => {
    inquiry.status = "completed";
    return started.persona.event("inquiry.completed", inquiry, eventId);
  };
  const journal = async (visitor: Visitor) => {
    const rows = await started.service.database.query<{ because: string; actor: string }>(
      "select because, actor from journal where application = (select key from applications where id = $1) order by revision",
      [applicationOf(visitor)],
    );
    return rows.map(({ because, actor }) => `${actor}: ${because}`);
  };
  const settled = async () =>
    (
      await started.service.database.query<{ settled_as: string | null }>(
        "select settled_as from webhook_events order by id desc limit 1",
      )
    )[0]?.settled_as;
  const count = async () =>
    (
      await started.service.database.query<{ n: number }>(
        "select count(*)::int as n from webhook_events",
      )
    )[0]?.n ?? 0;

  it("advance an application before any visit", async () => {
    const { visitor, inquiry } = await atProvider();
    expect(await persona(completed(inquiry))).toMatchObject({
      status: 200,
      body: { status: "kept" },
    });
    expect(await settled()).toBe("applied");
    expect((await journal(visitor)).slice(-3)).toEqual([
      "@webhook persona: webhook:persona/ended",
      "@webhook persona: call:checkIdentification.look/success",
      "@webhook persona: call:checkIdentification/success",
    ]);
    expect(await now(visitor)).not.toMatchObject({ screen: "identification" });
  });

  it("come twice, and at once, and are applied once", async () => {
    const { visitor, inquiry } = await atProvider();
    const body = completed(inquiry);
    const asked = started.persona.heard.length;
    const answers = await Promise.all([persona(body), persona(body), persona(body)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(answers.filter((answer) => answer.body.status === "kept")).toHaveLength(1);
    expect(await persona(body)).toMatchObject({ status: 200, body: { status: "repeated" } });
    // Signed anew, as a provider does that tries again.
    expect(await persona(body, started.persona.sign(body, Date.now() - 5000))).toMatchObject({
      body: { status: "repeated" },
    });
    expect(started.persona.heard.length - asked).toBe(1);
    expect((await journal(visitor)).filter((line) => line.includes("webhook:"))).toHaveLength(1);
  });

  it("are part of a recorded journey, which replays unchanged", async () => {
    const { visitor, inquiry } = await atProvider();
    await persona(completed(inquiry));
    const { screen } = await now(visitor);
    const { fixture, result } = await recordedOf(
      started.service,
      KEY,
      visitor.path,
      "merchant-signup",
    );
    expect(result.deviations).toEqual([]);
    expect(fixture.steps.filter(({ hear }) => hear !== undefined)).toMatchObject([
      { hear: { provider: "persona", outcome: "ended" } },
    ]);
    expect(result.steps.at(-1)?.screen).toBe(screen);
    expect(JSON.stringify(fixture)).not.toContain(inquiry.id);
  });

  it("are kept when they arrive before their application has the id, and applied once it has", async () => {
    const visitor = await applied(started.service, "approved.gov-id");
    const id = "inq_early00000000000001";
    started.persona.inquiries.set(id, {
      id,
      reference: applicationOf(visitor),
      template: started.persona.template,
      status: "completed",
    });
    expect(
      await persona(
        started.persona.event("inquiry.completed", {
          id,
          reference: applicationOf(visitor),
          status: "completed",
        }),
      ),
    ).toMatchObject({
      status: 200,
      body: { status: "kept" },
    });
    expect(await settled()).toBeNull();
    expect(await now(visitor)).toMatchObject({ screen: "identification" });
    started.persona.next.push({
      status: 201,
      body: { data: { type: "inquiry", id, attributes: {} } },
    });
    const opened = await visitor.act("start");
    expect(await settled()).toBe("applied");
    expect(opened.json()).not.toMatchObject({ screen: "identification" });
    expect((await journal(visitor)).slice(-4).map((line) => line.split(" ").at(-1))).toEqual([
      "call:openInquiry/success",
      "webhook:persona/ended",
      "call:checkIdentification.look/success",
      "call:checkIdentification/success",
    ]);
  });

  it("come late, when the page has found out by itself: recorded, and nothing changes", async () => {
    const { visitor, inquiry } = await atProvider();
    const body = completed(inquiry);
    await visitor.act("check");
    const before = await journal(visitor);
    expect(await persona(body)).toMatchObject({ status: 200, body: { status: "kept" } });
    expect(await settled()).toBe("late");
    expect(await journal(visitor)).toEqual(before);
  });

  it("are not lost when the process dies before they are applied: the applicant's next step applies them, or the next look of any node", async () => {
    const { visitor, inquiry } = await atProvider();
    const other = await atProvider();
    const left = new WebhookEvents(started.service.database, openVault(KEY));
    const keep = async (of: typeof other) =>
      left.receive("merchant-signup", randomBytes(8).toString("hex"), {
        provider: "persona",
        key: of.inquiry.id,
        outcome: "ended",
        answer: { reference: of.inquiry.reference },
      });
    await keep({ visitor, inquiry });
    await visitor.act("check");
    expect(await settled()).toBe("applied");
    inquiry.status = "completed";
    other.inquiry.status = "completed";
    const { id } = await keep(other);
    await started.service.database.query("update webhook_events set due_at = now() where id = $1", [
      id,
    ]);
    await expect.poll(settled, { interval: 100, timeout: 20_000 }).toBe("applied");
    await expect
      .poll(async () => (await now(other.visitor)).screen, { interval: 100, timeout: 20_000 })
      .not.toBe("identification");
  });

  it("are applied out of order: the inquiry's current state counts", async () => {
    const { visitor, inquiry } = await atProvider();
    inquiry.status = "pending";
    expect(
      await persona(started.persona.event("inquiry.expired", { ...inquiry, status: "expired" })),
    ).toMatchObject({ status: 200 });
    expect(await now(visitor)).toMatchObject({ screen: "identification" });
    expect(await persona(completed(inquiry))).toMatchObject({ status: 200 });
    expect(await now(visitor)).not.toMatchObject({ screen: "identification" });
  });

  it("come before the answer of the call that opens the inquiry, and are applied after it", async () => {
    const visitor = await applied(started.service, "approved.gov-id");
    const inquiry = {
      id: "inq_before0000000000001",
      reference: applicationOf(visitor),
      template: started.persona.template,
      status: "completed" as const,
    };
    started.persona.inquiries.set(inquiry.id, inquiry);
    started.persona.next.push({
      status: 201,
      body: { data: { type: "inquiry", id: inquiry.id, attributes: {} } },
    });
    const fates: unknown[] = [];
    started.persona.before = async () => {
      fates.push(await persona(started.persona.event("inquiry.completed", inquiry)));
    };
    await visitor.act("start");
    expect(fates).toMatchObject([{ status: 200, body: { status: "kept" } }]);
    expect(await settled()).toBe("applied");
    expect(await now(visitor)).not.toMatchObject({ screen: "identification" });
  });

  it("are applied before the answer of an earlier read, and override it", async () => {
    const { visitor, inquiry } = await atProvider();
    inquiry.status = "pending";
    const pending = { id: inquiry.id, type: "inquiry", attributes: { status: "pending" } };
    started.persona.next.push({ status: 200, body: { data: pending } });
    started.persona.before = async () => {
      await persona(completed(inquiry));
    };
    await visitor.act("check");
    expect(await settled()).toBe("applied");
    expect(await now(visitor)).not.toMatchObject({ screen: "identification" });
  });

  it("for an erased application bring nothing of it back", async () => {
    const { visitor, inquiry } = await atProvider();
    const rows = async () =>
      started.service.database.query<{ key: string }>(
        "select key from applications where id = $1",
        [applicationOf(visitor)],
      );
    await eraseApplication(started.service.database, (await rows())[0]?.key ?? "", "asked");
    const body = completed(inquiry);
    for (const fate of ["kept", "repeated"])
      expect(await persona(body)).toMatchObject({ status: 200, body: { status: fate } });
    expect(await settled()).toBeNull();
    expect(await rows()).toEqual([]);
  });

  it("with characters that no database holds lead on as any other", async () => {
    const { visitor, inquiry } = await atProvider();
    inquiry.status = "completed";
    const body = started.persona
      .event("inquiry.completed", inquiry)
      .replace(/\{/, '{"note":"\\u0000\\ud800","no\\u0000te":1e400,');
    expect(await persona(body)).toMatchObject({ status: 200, body: { status: "kept" } });
    expect(await settled()).toBe("applied");
    expect(await now(visitor)).not.toMatchObject({ screen: "identification" });
  });

  it("that no application waits for are not kept", async () => {
    const { inquiry } = await atProvider();
    const before = await count();
    expect(await persona(started.persona.event("inquiry.started", inquiry))).toMatchObject({
      status: 200,
      body: { status: "ignored" },
    });
    expect(
      await persona(
        JSON.stringify({
          data: { id: "evt_1", attributes: { name: "account.created", payload: {} } },
        }),
      ),
    ).toMatchObject({
      status: 200,
      body: { status: "ignored" },
    });
    expect(await count()).toBe(before);
  });

  it("about another person's inquiry change nothing for either", async () => {
    const mine = await atProvider();
    const theirs = await atProvider();
    mine.inquiry.status = "completed";
    const before = [await journal(mine.visitor), await journal(theirs.visitor)];
    // Their inquiry, with my reference; and mine with theirs.
    expect(
      await persona(
        started.persona.event("inquiry.completed", { ...mine.inquiry, id: theirs.inquiry.id }),
      ),
    ).toMatchObject({ status: 200 });
    expect(await settled()).toBe("refused");
    expect(
      await persona(
        started.persona.event("inquiry.completed", { ...theirs.inquiry, id: mine.inquiry.id }),
      ),
    ).toMatchObject({ status: 200 });
    expect(await settled()).toBe("refused");
    expect([await journal(mine.visitor), await journal(theirs.visitor)]).toEqual(before);
  });

  describe("whose signature", () => {
    let target: Awaited<ReturnType<typeof atProvider>>;
    beforeAll(async () => {
      target = await atProvider();
    });
    it.each([
      { what: "is missing", sign: () => "" },
      {
        what: "is of another secret",
        sign: (body: string) => started.persona.sign(body, Date.now(), ["wbhsec_other"]),
      },
      {
        what: "is six minutes old",
        sign: (body: string) => started.persona.sign(body, Date.now() - 360_000),
      },
      {
        what: "is of the future",
        sign: (body: string) => started.persona.sign(body, Date.now() + 360_000),
      },
      { what: "is of another body", sign: (body: string) => started.persona.sign(`${body} `) },
      {
        what: "is of another time",
        sign: (body: string) =>
          started.persona
            .sign(body, Date.now() - 200_000)
            .replace(/t=\d+/, `t=${Math.floor(Date.now() / 1000)}`),
      },
      {
        what: "has no time",
        sign: (body: string) =>
          `v1=${createHmac("sha256", started.persona.secret).update(`.${body}`).digest("hex")}`,
      },
      { what: "is cut off", sign: (body: string) => started.persona.sign(body).slice(0, -2) },
      { what: "is empty", sign: () => `t=${Math.floor(Date.now() / 1000)},v1=` },
      {
        what: "comes sixth of six",
        sign: (body: string) =>
          started.persona.sign(body, Date.now(), ["a", "b", "c", "d", "e", started.persona.secret]),
      },
    ])("$what: 401, and nothing is kept", async ({ sign }) => {
      const { visitor, inquiry } = target;
      const body = completed(inquiry);
      const before = await count();
      const answer = await persona(body, sign(body));
      expect(answer).toMatchObject({
        status: 401,
        type: expect.stringContaining("application/problem+json"),
        body: { type: "urn:foyer:problem:signature" },
      });
      expect(await count()).toBe(before);
      expect(started.lines.slice(-3).join("")).toContain("the signature of a webhook is refused");
      expect(await now(visitor)).toMatchObject({ screen: "identification" });
    });

    it("is one of several while secrets rotate", async () => {
      const { inquiry } = target;
      const body = completed(inquiry);
      expect(
        await persona(
          body,
          started.persona.sign(body, Date.now(), ["wbhsec_next", started.persona.secret]),
        ),
      ).toMatchObject({ status: 200, body: { status: "kept" } });
    });
  });

  it("of no known provider are 404, too large ones 413, and invalid JSON is 400", async () => {
    expect(await post("twilio", "{}", {})).toMatchObject({
      status: 404,
      body: { type: "urn:foyer:problem:unknown-webhook" },
    });
    expect(await post("nobody", "{}", {})).toMatchObject({ status: 404 });
    expect(
      (
        await started.service.app.inject({
          method: "POST",
          url: "/webhooks/library-card/persona",
          payload: "{}",
        })
      ).statusCode,
    ).toBe(404);
    const large = JSON.stringify({ filler: "x".repeat(200_000) });
    expect(await persona(large)).toMatchObject({ status: 413 });
    expect(await persona("not JSON")).toMatchObject({ status: 400 });
    const half = JSON.stringify({ data: { attributes: { name: "inquiry.completed" } } });
    expect(await persona(half)).toMatchObject({ status: 400 });
  });

  it("leave nothing personal behind: not in the log, the journal or the events in plain text", async () => {
    const { inquiry } = await atProvider();
    const early = started.persona.event("inquiry.completed", {
      ...inquiry,
      id: "inq_waits0000000000001",
    });
    await persona(completed(inquiry));
    await persona(early);
    await persona(early, "t=1,v1=00");
    const kept = await started.service.database.query(
      "select e::text from webhook_events e union all select j::text from journal j union all select state::text from applications",
    );
    const bytes = await started.service.database.query<{ event: Buffer | null }>(
      "select event from webhook_events",
    );
    const all = [
      JSON.stringify(kept),
      ...bytes.map(({ event }) => event?.toString() ?? ""),
      started.lines.join(""),
    ].join("\n");
    expect(all).not.toMatch(/Kimberly|Lundqvist-Real|1991-08-19|123-45-9901/);
    expect(all).not.toContain("inq_waits0000000000001");
    expect(started.lines.join("")).not.toContain(started.persona.secret);
  });

  describe("signed with a key that is asked for", () => {
    /** An applicant at the bank-linking provider. */
    const atBank = async () => {
      const visitor = await applied(started.service, "approved");
      await visitor.act("bank");
      await visitor.act("instant");
      return { visitor, linkToken: started.plaid.linkTokens.at(-1) ?? "" };
    };
    let target: Awaited<ReturnType<typeof atBank>> | undefined;
    const bankOf = async (visitor: Visitor) =>
      (
        await started.service.database.query<{ bank: { submitted?: boolean; last4?: string } }>(
          "select state->'bank' as bank from applications where id = $1",
          [applicationOf(visitor)],
        )
      )[0]?.bank;

    it("link the account that was chosen elsewhere, once, and the key is asked for once", async () => {
      const { visitor, linkToken } = await atBank();
      const body = started.plaid.sessionFinished(linkToken, [started.plaid.chosen()]);
      expect(await plaid(body)).toMatchObject({ status: 200, body: { status: "kept" } });
      expect(await bankOf(visitor)).toMatchObject({ submitted: true, last4: "1111" });
      expect(await plaid(body)).toMatchObject({ body: { status: "repeated" } });
      expect(await now(visitor)).toMatchObject({ screen: "complete-bank-success" });
      expect(
        started.plaid.heard.filter(({ path }) => path === "/webhook_verification_key/get"),
      ).toHaveLength(1);
      const late = started.plaid.sessionFinished(linkToken, [started.plaid.chosen()]);
      expect(await plaid(late)).toMatchObject({ status: 200 });
      // The answer waits for the event to be settled, but for a limited time.
      await expect.poll(settled).toBe("late");
      expect(started.lines.join("")).not.toMatch(/public-sandbox|link-sandbox/);
    });

    it("that were left without an account are ignored", async () => {
      const { linkToken } = await atBank();
      expect(await plaid(started.plaid.sessionFinished(linkToken, [], "EXITED"))).toMatchObject({
        status: 200,
        body: { status: "ignored" },
      });
    });

    it.each([
      { what: "by nobody", sign: async () => "" },
      { what: "in no way at all", sign: async () => "not.a.token" },
      {
        what: "six minutes ago",
        sign: async (body: string) => started.plaid.sign(body, { at: Date.now() - 360_000 }),
      },
      { what: "over another body", sign: async (body: string) => started.plaid.sign(`${body} `) },
      {
        what: "by a key of somebody else's",
        sign: async (body: string) =>
          started.plaid.sign(body, { key: (await generateKeyPair("ES256")).privateKey }),
      },
      {
        what: "by a key that the provider does not know",
        sign: async (body: string) => started.plaid.sign(body, { kid: "made-up" }),
      },
      {
        what: "with the public key as a secret",
        sign: async (body: string) =>
          started.plaid.sign(body, { alg: "HS256", key: randomBytes(32) }),
      },
      {
        what: "by nothing, and says so",
        sign: async (body: string) =>
          (await started.plaid.sign(body))
            .replace(/^[^.]+/, Buffer.from('{"alg":"none","kid":"x"}').toString("base64url"))
            .replace(/[^.]+$/, ""),
      },
    ])("and signed $what: 401, and nothing is linked", async ({ sign }) => {
      target ??= await atBank();
      const { visitor, linkToken } = target;
      const body = started.plaid.sessionFinished(linkToken, [started.plaid.chosen()]);
      expect(await plaid(body, await sign(body))).toMatchObject({ status: 401 });
      expect((await bankOf(visitor))?.submitted).toBeUndefined();
    });
  });
});
