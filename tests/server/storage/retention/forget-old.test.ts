import { describe, expect, it } from "vitest";
import { forgetOld } from "../../../../server/storage/retention/forget-old.ts";

describe("forgetOld()", () => {
  /** A table with so many batches of expired rows, which notes each of its statements. */
  const tableOf = (name: string, batches: number, done: string[]) => ({
    forgetOld: async () => {
      done.push(name);
      return Promise.resolve(--batches > 0);
    },
  });

  it("deletes batch after batch, one table after the other", async () => {
    const done: string[] = [];
    await forgetOld(
      { mails: tableOf("mails", 3, done), drafts: tableOf("drafts", 1, done) },
      () => undefined,
    );
    expect(done).toEqual(["mails", "mails", "mails", "drafts"]);
  });

  it("reports a table that fails, and goes on with the others", async () => {
    const [done, reported]: [string[], string[]] = [[], []];
    const failing = { forgetOld: async () => Promise.reject(new Error("down")) };
    await forgetOld({ mails: failing, drafts: tableOf("drafts", 2, done) }, (table, error) =>
      reported.push(`${table} ${error.message}`),
    );
    expect(done).toEqual(["drafts", "drafts"]);
    expect(reported).toEqual(["mails down"]);
  });

  it("ends after the statement in progress when it is stopped", async () => {
    const done: string[] = [];
    await forgetOld(
      { mails: tableOf("mails", 9, done), drafts: tableOf("drafts", 9, done) },
      () => undefined,
      () => done.length === 2,
    );
    expect(done).toEqual(["mails", "mails"]);
  });
});
