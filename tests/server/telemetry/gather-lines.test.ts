import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { gatherLines } from "../../../server/telemetry/gather-lines.ts";

describe("gatherLines()", () => {
  const before = process.listeners("exit");
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => {
    vi.useRealTimers();
    for (const each of process.listeners("exit"))
      if (!before.includes(each)) process.removeListener("exit", each);
  });

  function gathering() {
    const written: string[] = [];
    const lines = gatherLines({ write: (text) => void written.push(text) });
    return { written, lines };
  }

  it("joins the lines of 20 ms in their order, and writes the next ones after as long", () => {
    const { written, lines } = gathering();
    lines.write("1\n");
    vi.advanceTimersByTime(19);
    lines.write("2\n");
    expect(written).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(written).toEqual(["1\n2\n"]);
    lines.write("3\n");
    vi.advanceTimersByTime(19);
    expect(written).toEqual(["1\n2\n"]);
    vi.advanceTimersByTime(1);
    expect(written).toEqual(["1\n2\n", "3\n"]);
  });

  it("writes a fatal error's lines at once, and none twice", () => {
    const { written, lines } = gathering();
    lines.write("1\n");
    lines.flushSync();
    vi.advanceTimersByTime(100);
    expect(written).toEqual(["1\n"]);
  });

  it("writes the remaining lines when the process ends", () => {
    const { written, lines } = gathering();
    lines.write("last\n");
    for (const each of process.listeners("exit")) if (!before.includes(each)) each(0);
    expect(written).toEqual(["last\n"]);
  });
});
