import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Database } from "../../../../server/storage/database/database.ts";
import { MailCodes } from "../../../../server/storage/repositories/mail-codes.ts";
import { openVault } from "../../../../server/storage/secrets/vault.ts";
import { outsideIsUp } from "../../service.ts";
import { openOwnDatabase } from "../own-database.ts";

const SETTINGS = { digits: 6, lifetimeMs: 60_000, tries: 3 };

describe("MailCodes", { skip: !(await outsideIsUp()) }, () => {
  let database: Database;
  let close: () => Promise<void>;
  let codes: MailCodes;
  beforeAll(async () => {
    ({ database, close } = await openOwnDatabase());
    codes = new MailCodes(database, openVault(Buffer.alloc(32, 7).toString("base64")));
  });
  afterAll(() => close?.());

  it("issues the same code again for the same key, and another for another key", async () => {
    const key = randomUUID();
    const first = await codes.issue(key, SETTINGS);
    expect(first.code).toMatch(/^\d{6}$/);
    expect(await codes.issue(key, SETTINGS)).toEqual(first);
    expect((await codes.issue(randomUUID(), SETTINGS)).id).not.toBe(first.id);
  });

  it("verifies the code, refuses others, and ends after the attempts that were allowed", async () => {
    const { id, code } = await codes.issue(randomUUID(), SETTINGS);
    expect(await codes.verify(id, code === "000000" ? "000001" : "000000")).toBe("wrong");
    expect(await codes.verify(id, code)).toBe("right");
    expect(await codes.verify(id, "1")).toBe("wrong");
    expect(await codes.verify(id, code)).toBe("spent");
  });

  it.each(["é23456", "１２３４５６", "", "1".repeat(1000), "\u{1f511}1234"])(
    "refuses %j, whose byte and letter counts may differ",
    async (typed) => {
      const { id } = await codes.issue(randomUUID(), SETTINGS);
      expect(await codes.verify(id, typed)).toBe("wrong");
    },
  );

  it("counts every attempt of many at once", async () => {
    const { id } = await codes.issue(randomUUID(), SETTINGS);
    const verdicts = await Promise.all(
      Array.from({ length: 12 }, async () => codes.verify(id, "wrong!")),
    );
    expect(verdicts.filter((verdict) => verdict === "wrong")).toHaveLength(3);
    expect(verdicts.filter((verdict) => verdict === "spent")).toHaveLength(9);
  });

  it("distinguishes an expired code from an unknown one", async () => {
    const { id, code } = await codes.issue(randomUUID(), { ...SETTINGS, lifetimeMs: 0 });
    expect(await codes.verify(id, code)).toBe("expired");
    expect(await codes.verify(randomUUID(), code)).toBe("unknown");
  });
});
