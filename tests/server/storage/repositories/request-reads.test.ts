import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Variant } from "../../../../engine/language/variant.ts";
import type { Database } from "../../../../server/storage/database/database.ts";
import { Applications } from "../../../../server/storage/repositories/applications.ts";
import { Drafts } from "../../../../server/storage/repositories/drafts.ts";
import { RequestReads } from "../../../../server/storage/repositories/request-reads.ts";
import { Sessions } from "../../../../server/storage/repositories/sessions.ts";
import { openVault } from "../../../../server/storage/secrets/vault.ts";
import { outsideIsUp } from "../../service.ts";
import { openOwnDatabase } from "../own-database.ts";

const outside = await outsideIsUp();
const FLOW = "library-card";
const variantOf = (market: string, reseller?: string): Variant => ({
  portal: "library",
  market,
  environment: "CI",
  ...(reseller === undefined ? {} : { reseller }),
});
const PERSON = { issuer: "https://sign-in.example", subject: "ada", email: "ada@noor.example" };

describe("RequestReads", { skip: !outside }, () => {
  let database: Database;
  let close: () => Promise<void>;
  let sessions: Sessions;
  let applications: Applications;
  let reads: RequestReads;
  const vault = openVault(`k1:${Buffer.alloc(32, 7).toString("base64")}`);
  beforeAll(async () => {
    ({ database, close } = await openOwnDatabase());
    sessions = new Sessions(database, vault, {
      idleMs: 7_200_000,
      longestMs: 86_400_000,
      hostOnly: false,
    });
    applications = new Applications(database, vault);
    reads = new RequestReads(database, vault, sessions);
  });
  afterAll(() => close?.());

  /** An application with an id and a personal value. */
  const withId = async (subject: Buffer, id: string, variant = variantOf("town")) => {
    const record = await applications.begin(FLOW, "v1", variant, subject);
    const state = { application: { id }, person: { name: "Ada" } };
    await applications.saveStep({
      record,
      state,
      events: [],
      reports: [],
      input: {
        kind: "open",
        path: "/",
        query: {},
        context: {
          now: "2026-11-22T10:00:00Z",
          variant,
          locale: "en-US",
          signedIn: false,
          uuids: [],
        },
      },
      pii: [{ path: "person.name", kind: "personal" }],
      flowVersion: "v1",
    });
    return record.key;
  };

  it("reads the same as the two repositories one after the other", async () => {
    const anybody = await sessions.open();
    const person = await sessions.signIn(PERSON, undefined, undefined);
    const signedIn = await sessions.find(person);
    if (signedIn === undefined) throw new Error("no session");
    await withId(anybody.session.subject, "urn:card:1");
    await applications.begin(FLOW, "v1", variantOf("town"), anybody.session.subject);
    await withId(anybody.session.subject, "urn:card:2", variantOf("village"));
    await withId(signedIn.subject, "urn:card:3", variantOf("town", "branch"));
    const tokens = [anybody.token, person, "of-nobody", "", "x".repeat(200)];
    for (const token of tokens) {
      const session = await sessions.find(token);
      const known = { ...session, endsInMs: expect.any(Number) as number };
      for (const id of ["urn:card:1", "urn:card:3", "urn:card:none"]) {
        const read = await reads.read(token, { id });
        expect(read.session).toEqual(session === undefined ? undefined : known);
        expect(read.application).toEqual(await applications.byId(id));
      }
      for (const market of [undefined, "town", "village", "city"])
        for (const reseller of [undefined, "branch"]) {
          const face = {
            apart: { axis: "reseller", value: reseller },
            chosen: market === undefined ? undefined : { market },
          };
          const read = await reads.read(token, { flow: FLOW, ...face });
          expect(read.session).toEqual(session === undefined ? undefined : known);
          expect(read.application).toEqual(
            session === undefined
              ? undefined
              : await applications.latest(session.subject, FLOW, face),
          );
        }
    }
    expect((await reads.read(undefined, { id: "urn:card:3" })).application?.state).toEqual({
      application: { id: "urn:card:3" },
      person: { name: "Ada" },
    });
    expect(await reads.read(undefined, { flow: FLOW, chosen: { market: "town" } })).toEqual({
      session: undefined,
      application: undefined,
      drafted: false,
      claimed: false,
    });
  });

  it("reports whether the visitor has a draft there, and has claimed the key", async () => {
    const [ada, eve] = [await sessions.open(), await sessions.open()];
    const key = await withId(ada.session.subject, "urn:card:drafted");
    const drafts = new Drafts(database, vault);
    const place = {
      application: key,
      subject: ada.session.subject,
      screen: "reader",
      resource: "",
    };
    const draft = { data: { name: "Ada" }, over: { name: null } };
    const said = async (token: string) => {
      const wanted = [{ id: "urn:card:drafted" }, { flow: FLOW }];
      const found = await Promise.all(
        wanted.map(async (each) => reads.read(token, each, "key-of-ada")),
      );
      return found.map(({ drafted, claimed }) => ({ drafted, claimed }));
    };
    const none = { drafted: false, claimed: false };
    expect(await said(ada.token)).toEqual([none, none]);
    await drafts.save(place, draft, { files: [], revision: 1, days: 1 });
    await database.query(
      "insert into idempotency_keys (subject, key, request_hash, application) values ($1, 'key-of-ada', '', $2)",
      [ada.session.subject, key],
    );
    const both = { drafted: true, claimed: true };
    expect(await said(ada.token)).toEqual([both, both]);
    expect(await said(eve.token)).toEqual([none, none]);
    expect((await reads.read(ada.token, { id: "urn:card:drafted" }, "another")).claimed).toBe(
      false,
    );
    await database.query("update drafts set forget_at = now()");
    expect((await said(ada.token))[0]).toEqual({ drafted: false, claimed: true });
  });

  it("reads the same for requests that arrive together, of strangers, guests and owners", async () => {
    const people = await Promise.all(Array.from({ length: 6 }, async () => sessions.open()));
    await withId(people[0]?.session.subject ?? Buffer.alloc(0), "urn:card:together");
    const asked = [undefined, "of-nobody", ...people.map(({ token }) => token)].flatMap((token) =>
      ["urn:card:together", "urn:card:none", "\u0000"].map((id) => ({ token, id })),
    );
    const alone: unknown[] = [];
    for (const { token, id } of asked)
      alone.push(await reads.read(token, { id }).catch((error: unknown) => String(error)));
    const together = await Promise.all(
      asked.map(async ({ token, id }) =>
        reads.read(token, { id }).catch((error: unknown) => String(error)),
      ),
    );
    const plain = (value: unknown) => JSON.stringify(value).replaceAll(/"endsInMs":\d+/g, "");
    expect(together.map(plain)).toEqual(alone.map(plain));
  });

  it("marks a session as used, as reading it alone does", async () => {
    const { token } = await sessions.open();
    await database.query("update sessions set seen_at = now() - interval '1 hour'");
    await reads.read(token, { id: "urn:card:none" });
    expect(
      await database.query(
        "select count(*)::int as used from sessions where seen_at > now() - interval '1 minute'",
      ),
    ).toEqual([{ used: 1 }]);
  });

  it("gives no latest application of a person with an unreadable sign-in", async () => {
    const token = await sessions.signIn({ ...PERSON, subject: "eve" }, undefined, undefined);
    const session = await sessions.find(token);
    if (session === undefined) throw new Error("no session");
    await withId(session.subject, "urn:card:9");
    const locked = openVault(`k1:${Buffer.alloc(32, 9).toString("base64")}`);
    const strange = new Sessions(database, locked, {
      idleMs: 7_200_000,
      longestMs: 86_400_000,
      hostOnly: false,
    });
    expect(await new RequestReads(database, locked, strange).read(token, { flow: FLOW })).toEqual({
      session: undefined,
      application: undefined,
      drafted: false,
      claimed: false,
    });
  });
});
