import { randomBytes, randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Database } from "../../../../server/storage/database/database.ts";
import { Files, type FileOwner } from "../../../../server/storage/repositories/files.ts";
import { Sessions, subjectOf } from "../../../../server/storage/repositories/sessions.ts";
import { openVault } from "../../../../server/storage/secrets/vault.ts";
import { outsideIsUp } from "../../service.ts";
import { openOwnDatabase } from "../own-database.ts";

const SAM = { issuer: "https://sign-in.example", subject: "sam", email: "sam@ortiz.example" };
const CARD = {
  name: "card.jpg",
  kind: "jpeg" as const,
  bytes: 4,
  content: Buffer.from("card"),
  thumbnail: Buffer.from("small"),
};

describe("Files", { skip: !(await outsideIsUp()) }, () => {
  let database: Database;
  let close: () => Promise<void>;
  let files: Files;
  let sessions: Sessions;
  beforeAll(async () => {
    ({ database, close } = await openOwnDatabase());
    const vault = openVault(Buffer.alloc(32, 7).toString("base64"));
    files = new Files(database, vault);
    const options = { idleMs: 7_200_000, longestMs: 86_400_000, hostOnly: false };
    sessions = new Sessions(database, vault, options);
  });
  afterAll(() => close?.());

  async function newApplication(): Promise<string> {
    const key = randomUUID();
    await database.query(
      "insert into applications (key, flow, flow_version, variant, subject, state) values ($1, 'f', 'v', '{}', $2, '{}')",
      [key, randomBytes(32)],
    );
    return key;
  }

  const guestOf = (application: string, guest: Buffer): FileOwner => ({
    application,
    actor: "owner urn:o:1",
    guest,
  });

  async function saved(owner: FileOwner): Promise<string> {
    return (await files.save(owner, CARD))?.id ?? "";
  }

  it("gives a file to its guest alone, and to no other guest of the same resource", async () => {
    const application = await newApplication();
    const [first, second] = [randomBytes(32), randomBytes(32)].map((guest) =>
      guestOf(application, guest),
    ) as [FileOwner, FileOwner];
    const id = await saved(first);
    expect(await files.pictureOf(first, id)).toEqual(CARD.thumbnail);
    expect((await files.find(first, [id])).map((file) => file.id)).toEqual([id]);
    for (const other of [second, { ...first, actor: "applicant", guest: undefined }]) {
      expect(await files.pictureOf(other, id)).toBeUndefined();
      expect(await files.find(other, [id])).toEqual([]);
    }
    // The same file of the second is a file of its own.
    const own = await saved(second);
    expect(own).not.toBe(id);
    expect(await files.pictureOf(second, own)).toEqual(CARD.thumbnail);
    expect(await saved(first)).toBe(id);
  });

  it("gives the applicant's files to the applicant on any device", async () => {
    const application = await newApplication();
    const owner: FileOwner = { application, actor: "applicant", guest: undefined };
    const id = await saved(owner);
    expect(await files.pictureOf(owner, id)).toEqual(CARD.thumbnail);
    const guest = guestOf(application, randomBytes(32));
    expect(await files.pictureOf(guest, id)).toBeUndefined();
  });

  it("hands a guest's files to the person who signs in with that session", async () => {
    const application = await newApplication();
    const { token, session } = await sessions.open();
    const id = await saved(guestOf(application, session.subject));
    await sessions.signIn(SAM, undefined, token);
    const signedIn = guestOf(application, subjectOf(SAM));
    expect(await files.pictureOf(signedIn, id)).toEqual(CARD.thumbnail);
    expect(await files.pictureOf(guestOf(application, session.subject), id)).toBeUndefined();
  });
});
