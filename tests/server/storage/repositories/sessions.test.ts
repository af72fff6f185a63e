import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Variant } from "../../../../engine/language/variant.ts";
import type { Database } from "../../../../server/storage/database/database.ts";
import { Applications } from "../../../../server/storage/repositories/applications.ts";
import {
  isHostToken,
  Sessions,
  subjectOf,
} from "../../../../server/storage/repositories/sessions.ts";
import { openVault } from "../../../../server/storage/secrets/vault.ts";
import { outsideIsUp } from "../../service.ts";
import { openOwnDatabase } from "../own-database.ts";

const ADA = { issuer: "https://sign-in.example", subject: "ada", email: "ada@noor.example" };
const OPTIONS = { idleMs: 7_200_000, longestMs: 86_400_000, hostOnly: false };
const VARIANT: Variant = { portal: "library", market: "town", environment: "CI" };

describe("Sessions", { skip: !(await outsideIsUp()) }, () => {
  let database: Database;
  let close: () => Promise<void>;
  let sessions: Sessions;
  const vault = openVault(Buffer.alloc(32, 7).toString("base64"));
  beforeAll(async () => {
    ({ database, close } = await openOwnDatabase());
    sessions = new Sessions(database, vault, OPTIONS);
  });
  afterAll(() => close?.());

  it("finds a session by its token alone, of which only a hash is kept", async () => {
    const { token, session } = await sessions.open();
    expect(await sessions.find(token)).toMatchObject({
      subject: session.subject,
      pseudonym: session.pseudonym,
    });
    for (const other of [`${token}x`, session.subject.toString("hex"), ""])
      expect(await sessions.find(other)).toBeUndefined();
    const rows = await database.query("select encode(id_hash, 'escape') as id from sessions");
    expect(JSON.stringify(rows)).not.toContain(token);
  });

  it.each([
    ["seen_at", "3 hours"],
    ["created_at", "25 hours"],
  ])("ends a session by its %s", async (column, age) => {
    const { token, session } = await sessions.open();
    await database.query(
      `update sessions set ${column} = now() - $2::interval where id_hash = $1`,
      [session.subject, age],
    );
    expect(await sessions.find(token)).toBeUndefined();
  });

  it("hands a first request and its repetitions one session, and another request another one", async () => {
    const [one, again, other] = await Promise.all(
      ["print", "print", "other"].map(async (print) =>
        sessions.openOnce({ fingerprint: print, repeatsMs: 60_000 }),
      ),
    );
    expect(again).toEqual(one);
    expect(other?.token).not.toBe(one?.token);
    const unknown = { fingerprint: "never", repeatsMs: 60_000 };
    expect(await sessions.openedBy(unknown)).toBeUndefined();
    await sessions.openOnce(unknown);
    expect(await sessions.openedBy(unknown)).toBeDefined();
    expect(await sessions.openedBy({ ...unknown, repeatsMs: 0 })).toBeUndefined();
  });

  it("hands the applications begun before sign-in to the person, and ends the former session", async () => {
    const { token, session } = await sessions.open();
    const applications = new Applications(database, vault);
    const { key } = await applications.begin("library-card", "v1", VARIANT, session.subject);
    const next = await sessions.signIn(ADA, "id-token", token);
    expect(await sessions.find(token)).toBeUndefined();
    expect(await sessions.find(next)).toMatchObject({ subject: subjectOf(ADA), person: ADA });
    expect((await applications.byKey(key))?.subject).toEqual(subjectOf(ADA));
  });

  it("hands nothing of one person to another who signs in after them", async () => {
    const first = await sessions.signIn({ ...ADA, subject: "eve" }, undefined, undefined);
    const eve = subjectOf({ ...ADA, subject: "eve" });
    const applications = new Applications(database, vault);
    const { key } = await applications.begin("library-card", "v1", VARIANT, eve);
    await sessions.signIn({ ...ADA, subject: "bob" }, undefined, first);
    expect((await applications.byKey(key))?.subject).toEqual(eve);
  });

  it("lets a session look at an application until its time is over", async () => {
    const token = await sessions.signIn(ADA, undefined, undefined);
    const application = "00000000-0000-4000-8000-000000000001";
    await sessions.impersonate(token, application, 60_000);
    expect((await sessions.find(token))?.impersonates).toBe(application);
    await database.query(
      "update sessions set impersonates_until = now() where impersonates is not null",
    );
    expect((await sessions.find(token))?.impersonates).toBeUndefined();
  });

  it("gives the ID token of a session that ends, once", async () => {
    const token = await sessions.signIn(ADA, "id-token", undefined);
    expect(await sessions.wasSignedIn(token)).toBe(true);
    expect(await sessions.end(token)).toEqual({ signedIn: true, idToken: "id-token" });
    expect(await sessions.end(token)).toBeUndefined();
    expect(await sessions.wasSignedIn(token)).toBe(false);
  });

  it("marks tokens for a cookie of one host alone", async () => {
    const strict = new Sessions(database, vault, { ...OPTIONS, hostOnly: true });
    expect(isHostToken((await strict.open()).token)).toBe(true);
    expect(isHostToken((await sessions.open()).token)).toBe(false);
  });
});
