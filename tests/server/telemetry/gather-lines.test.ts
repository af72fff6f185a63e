import { setImmediate as turn } from "node:timers/promises";
import { afterEach, describe, expect, it } from "vitest";
import { gatherLines } from "../../../server/telemetry/gather-lines.ts";

describe("gatherLines()", () => {
  const before = process.listeners("exit");
  afterEach(() => {
    for (const each of process.listeners("exit"))
      if (!before.includes(each)) process.removeListener("exit", each);
  });

  function gathering() {
    const written: string[] = [];
    const lines = gatherLines({ write: (text) => void written.push(text) });
    return { written, lines };
  }

  it("joins the lines of one turn in their order, and writes the next ones in the next turn", async () => {
    const { written, lines } = gathering();
    lines.write("1\n");
    lines.write("2\n");
    expect(written).toEqual([]);
    await turn();
    lines.write("3\n");
    await turn();
    await turn();
    expect(written).toEqual(["1\n2\n", "3\n"]);
  });

  it("writes at once what a fatal error asks for, and nothing twice", async () => {
    const { written, lines } = gathering();
    lines.write("1\n");
    lines.flushSync();
    await turn();
    expect(written).toEqual(["1\n"]);
  });

  it("writes what is left when the process ends", () => {
    const { written, lines } = gathering();
    lines.write("last\n");
    for (const each of process.listeners("exit")) if (!before.includes(each)) each(0);
    expect(written).toEqual(["last\n"]);
  });
});
