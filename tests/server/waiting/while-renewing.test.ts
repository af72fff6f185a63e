import { setTimeout as sleep } from "node:timers/promises";
import { expect, it } from "vitest";
import { whileRenewing } from "../../../server/waiting/while-renewing.ts";

it("whileRenewing() renews until its work ends, and where a renewal fails or the work throws", async () => {
  let renewals = 0;
  const renew = async () => {
    renewals++;
    return Promise.reject(new Error("the database is away"));
  };
  const work = async () => {
    const before = renewals;
    await expect.poll(() => renewals, { interval: 1 }).toBeGreaterThan(before + 2);
    if (before > 0) throw new Error("thrown");
    return "done";
  };
  expect(await whileRenewing(renew, 6, work)).toBe("done");
  await expect(whileRenewing(renew, 6, work)).rejects.toThrow("thrown");
  const ended = renewals;
  await sleep(20);
  expect(renewals).toBe(ended);
});
