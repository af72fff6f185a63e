import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { examineDocument } from "../../../../server/application/files/examine-document.ts";
import { pdf } from "../../given-files.ts";

describe("examineDocument()", () => {
  it("says what the examination says", async () => {
    expect(await examineDocument(pdf("4 0 obj << /S /Launch >> endobj"))).toBe("file.active");
    expect(await examineDocument(pdf("4 0 obj << /Encrypt 5 0 R >> endobj"))).toBe("file.locked");
    expect(await examineDocument(pdf("4 0 obj << /Type /Page >> endobj"))).toBeUndefined();
  });

  it("refuses a document that takes too long, and stops nothing meanwhile", async () => {
    let longest = 0;
    let isOver = false;
    const slow = pdf(`${"obj<<".repeat(600_000)}${">>".repeat(600_000)}`);
    const examined = examineDocument(slow, 2000).finally(() => {
      isOver = true;
    });
    while (!isOver) {
      const began = performance.now();
      await sleep(10);
      longest = Math.max(longest, performance.now() - began);
    }
    expect(await examined).toBe("file.damaged");
    expect(longest).toBeLessThan(1000);
  });
});
