import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fileKind } from "../../../../server/application/files/file-kind.ts";

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

describe("fileKind()", () => {
  it.each([
    ["jpeg", Buffer.from([0xff, 0xd8, 0xff, 0xe0, 1])],
    ["png", PNG],
    ["webp", Buffer.from("RIFF\0\0\0\0WEBPVP8 ", "latin1")],
    ["pdf", Buffer.from("%PDF-1.7\n%", "latin1")],
    ["pdf", Buffer.from("%PDF-2.0\r\n", "latin1")],
  ])("knows %s by its first bytes", (kind, bytes) => {
    expect(fileKind(bytes)).toBe(kind);
  });

  it.each([
    ["nothing", Buffer.alloc(0)],
    ["a cut signature", PNG.subarray(0, 7)],
    ["another RIFF", Buffer.from("RIFF\0\0\0\0WAVEfmt ", "latin1")],
    ["a PDF of no known version", Buffer.from("%PDF-1.9\n", "latin1")],
    ["a signature that comes late", Buffer.concat([Buffer.from(" "), PNG])],
    ["HTML", Buffer.from("<html>%PDF-1.7\n")],
  ])("does not know %s", (_, bytes) => {
    expect(fileKind(bytes)).toBeUndefined();
  });

  it("decides by the first bytes alone", () => {
    fc.assert(
      fc.property(fc.uint8Array(), (rest) => fileKind(Buffer.concat([PNG, rest])) === "png"),
    );
  });
});
