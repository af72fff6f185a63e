import { deflateSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { refusalOfPdf } from "../../../../server/application/files/examine-pdf.ts";
import { pdf } from "../../given-files.ts";

const ACTION = "<< /Type /Action /S /URI /URI (https://evil.example) >>";
const LINK = `5 0 obj << /Type /Annot /Subtype /Link /A ${ACTION} >> endobj`;
const PAGE = `3 0 obj << /Type /Page /Annots [5 0 R] >> endobj ${LINK}`;

/** A document with objects in an object stream. */
function packed(
  objects: Readonly<Record<number, string>>,
  more = "",
  members = "/Type /ObjStm",
): Buffer {
  const texts = Object.entries(objects);
  let offset = 0;
  const pairs = texts.map(([number, text]) => {
    const pair = `${number} ${offset}`;
    offset += text.length + 1;
    return pair;
  });
  const head = `${pairs.join(" ")} `;
  const stream = deflateSync(Buffer.from(head + texts.map(([, text]) => text).join(" ")));
  const [before = "", after = ""] = pdf("PACKED").toString("latin1").split("PACKED");
  return Buffer.concat([
    Buffer.from(
      `${before}${more}\n9 0 obj\n<< ${members} /First ${head.length} >>\nstream\n`,
      "latin1",
    ),
    stream,
    Buffer.from(`\nendstream\nendobj\n${after}`, "latin1"),
  ]);
}

describe("refusalOfPdf()", () => {
  it.each([
    ["another document that is opened", pdf("4 0 obj << /S /GoToR /F (//evil/a.pdf) >> endobj")],
    ["a movie", pdf("4 0 obj << /S /Movie >> endobj")],
    ["an address on opening", pdf(`4 0 obj << /OpenAction ${ACTION} >> endobj`)],
    ["such an action elsewhere", pdf(`4 0 obj ${ACTION} endobj`, "/OpenAction 4 0 R")],
    ["one behind a comment", pdf(`4 0 obj %x\n${ACTION} endobj`, "/OpenAction % >>\n 4 0 R")],
    [
      "names that are spelt",
      pdf(`4 0 obj ${ACTION.replaceAll("URI", "U#52I")} endobj`, "/Open#41ction 4 0 R"),
    ],
    [
      "a second action",
      pdf(
        `4 0 obj << /S /GoTo /Next [6 0 R 7 0 R] >> endobj 7 0 obj ${ACTION} endobj`,
        "/OpenAction 4 0 R",
      ),
    ],
    ["an event of a page", pdf(`4 0 obj << /AA << /O 6 0 R >> >> endobj 6 0 obj ${ACTION} endobj`)],
    [
      "a table of events elsewhere",
      pdf(`4 0 obj << /O 6 0 R >> endobj 6 0 obj ${ACTION} endobj`, "/AA 4 0 R"),
    ],
    [
      "an object that is written anew",
      pdf(`4 0 obj << /S /GoTo >> endobj 4 0 obj ${ACTION} endobj`, "/OpenAction 4 0 R"),
    ],
    [
      "a text that looks like an end",
      pdf("4 0 obj << /X (a(b)>>) /S /URI /URI (x) >> endobj", "/OpenAction 4 0 R"),
    ],
    ["an action without an end", pdf("", `/OpenAction << ${" ".repeat(20_000)}/S /URI >>`)],
    ["packed objects", packed({ 7: "<< /OpenAction 8 0 R >>", 8: ACTION })],
    [
      "a packed action",
      packed({ 7: "<< >>", 8: ACTION }, "4 0 obj << /OpenAction 8 0 R >> endobj"),
    ],
    ["an attached file", pdf("4 0 obj << /F (a.exe) /EF << /F 6 0 R >> >> endobj")],
    ["a file as an annotation", pdf("4 0 obj << /Subtype /File#41ttachment >> endobj")],
    ["the description of a file", pdf("4 0 obj << /Type /Filespec /F (a.exe) >> endobj")],
    ["more events than a document has", pdf("/AA 4 0 R ".repeat(2000))],
  ])("refuses %s", (_, bytes) => {
    expect(refusalOfPdf(bytes)).toBe("file.active");
  });

  it.each([
    ["a link to press", pdf(PAGE)],
    ["a place to open at, on a page with links", pdf(PAGE, "/OpenAction [3 0 R /Fit]")],
    [
      "such a place elsewhere",
      pdf(`4 0 obj << /S /GoTo /D [3 0 R /Fit] >> endobj ${PAGE}`, "/OpenAction 4 0 R"),
    ],
    [
      "a font of that name",
      pdf(`4 0 obj << /Font << /AA 6 0 R >> >> endobj 6 0 obj << /Type /Font >> endobj ${PAGE}`),
    ],
    [
      "packed links",
      packed(
        { 3: "<< /Type /Page /Annots [5 0 R] >>", 5: `<< /Subtype /Link /A ${ACTION} >>` },
        "4 0 obj << /OpenAction [3 0 R /Fit] >> endobj",
      ),
    ],
  ])("takes %s", (_, bytes) => {
    expect(refusalOfPdf(bytes)).toBeUndefined();
  });

  it.each([
    ["a text with the word stream", "8 0 obj (stream) endobj", "/Type /ObjStm"],
    ["a comment with it", "%stream\n", "/Type /ObjStm"],
    ["a text with the word obj", "", "/Type /ObjStm /X ( obj)"],
    ["a text with an end", "", "/Type /ObjStm /X (>>endobj)"],
    ["no type", "", "/N 1"],
    ["spelt names", "", "/Type /Obj#53tm /Filter /Fl#61teDecode"],
    ["a stream around it", "8 0 obj << /Length 9 >> stream\nx", "/Filter [ /FlateDecode ]"],
  ])("refuses packed programs behind %s", (_, before, members) => {
    const bytes = packed({ 7: "<< /S /JavaScript /JS (x) >>" }, before, members);
    expect(refusalOfPdf(bytes)).toBe("file.active");
  });

  it.each([
    ["packed in another way", packed({ 7: "<< >>" }, "", "/Filter /LZWDecode")],
    ["packed twice", packed({ 7: "<< >>" }, "", "/Filter [/ASCII85Decode /FlateDecode]")],
    ["with rows predicted", packed({ 7: "<< >>" }, "", "/DecodeParms << /Predictor 12 >>")],
    ["that unpack to very much", packed({ 7: " ".repeat(1_900_000) })],
    ["in a dictionary without an end", pdf("4 0 obj << /First 1 [ >> stream\n")],
  ])("refuses packed objects %s", (_, bytes) => {
    expect(refusalOfPdf(bytes)).toBe("file.damaged");
  });

  it("reads names that are spelt in one pass", () => {
    const codes = deflateSync(Buffer.alloc(15_900_000, "#41"));
    const head = "9 0 obj << /First 0 /Filter /FlateDecode >> stream\n";
    const began = performance.now();
    expect(refusalOfPdf(pdf(head + codes.toString("latin1") + "\nendstream endobj"))).toBe(
      "file.damaged",
    );
    expect(performance.now() - began).toBeLessThan(1500);
  });

  it("takes no time over a document that is made to cost it", () => {
    const began = performance.now();
    refusalOfPdf(pdf("/AA%".repeat(500_000)));
    refusalOfPdf(pdf(`4 0 obj ${"<<".repeat(1_000_000)} endobj`, "/OpenAction 4 0 R"));
    refusalOfPdf(pdf("4 0 obj /AA 4 0 R endobj ".repeat(100_000)));
    expect(performance.now() - began).toBeLessThan(10_000);
  });
});
