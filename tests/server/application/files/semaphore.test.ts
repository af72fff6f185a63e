import { describe, expect, it } from "vitest";
import { Semaphore } from "../../../../server/application/files/semaphore.ts";

const turn = async () => new Promise((resolve) => setImmediate(resolve));

describe("Semaphore", () => {
  it("never runs more work at once than it may, and runs all of it in order", async () => {
    const semaphore = new Semaphore(2);
    const begun: number[] = [];
    let running = 0;
    let most = 0;
    await Promise.all(
      Array.from({ length: 9 }, async (_, at) =>
        semaphore.run(async () => {
          begun.push(at);
          most = Math.max(most, ++running);
          await turn();
          running--;
        }),
      ),
    );
    expect(most).toBe(2);
    expect(begun).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8]);
    expect(semaphore.full).toBe(false);
  });

  it("frees the place of work that fails", async () => {
    const semaphore = new Semaphore(1);
    const failed = semaphore.run(async () => {
      await turn();
      throw new Error("no picture");
    });
    const next = semaphore.run(async () => "a picture");
    expect(semaphore.full).toBe(true);
    await expect(failed).rejects.toThrow("no picture");
    expect(await next).toBe("a picture");
    expect(semaphore.full).toBe(false);
  });
});
