import { setTimeout as sleep } from "node:timers/promises";
import { expect, it } from "vitest";
import { whileRenewing } from "../../../server/pausing/while-renewing.ts";

it("whileRenewing() renews until its work ends, and reports each renewal that fails", async () => {
  let renewals = 0;
  const renew = async () => {
    renewals++;
    return Promise.reject(new Error("the database is away"));
  };
  const reported: Error[] = [];
  const lease = { renew, leaseMs: 6, report: (error: Error) => void reported.push(error) };
  const work = async () => {
    const before = renewals;
    await expect.poll(() => renewals, { interval: 1 }).toBeGreaterThan(before + 2);
    if (before > 0) throw new Error("thrown");
    return "done";
  };
  expect(await whileRenewing(lease, work)).toBe("done");
  await expect(whileRenewing(lease, work)).rejects.toThrow("thrown");
  const ended = renewals;
  await sleep(20);
  expect(renewals).toBe(ended);
  expect(reported).toHaveLength(ended);
  expect(reported[0]?.message).toBe("the database is away");
});
