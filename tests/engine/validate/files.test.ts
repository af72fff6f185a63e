import { describe, expect, it } from "vitest";
import { putFiles } from "../../../server/application/files/put-files.ts";
import { compileLibrary } from "../../../server/definitions/flow-library.ts";
import type { CallRequest } from "../../../engine/transition/input.ts";
import type { FieldSchema, FormSchema } from "../../../engine/language/form.ts";
import type { Json } from "../../../engine/language/json.ts";
import { pageSchema } from "../../../engine/validate/page-schema.ts";
import { fileCausesOf, fileIdsIn } from "../../../engine/validate/files.ts";
import { compileForm } from "../../../engine/validate/form.ts";
import { editableSources } from "../../definitions.ts";

const ID = `file_${"a".repeat(22)}`;
const PHOTO = { id: ID, name: "front.jpg", kind: "jpeg", bytes: 4000, width: 900, height: 600 };
const FILE = { kinds: ["jpeg", "pdf"], maxBytes: 5000, minSide: 500 } as const;
const SCHEMA: FormSchema = {
  type: "object",
  "x-order": ["front", "pages"],
  required: ["front"],
  properties: {
    front: {
      type: "object",
      "x-widget": "file",
      "x-file": FILE,
      "x-pii": "personal",
      errorMessage: { "file.kind": "validation.front.kind" },
    },
    pages: { type: "array", maxItems: 2, "x-widget": "file", "x-file": FILE, "x-pii": "personal" },
  },
};

describe("a field of files", () => {
  const form = compileForm(SCHEMA, new Map(), [], (pointer, message) =>
    expect.fail(`${pointer} ${message}`),
  );
  const problemsOf = (front: Json, pages?: Json) =>
    form
      .validate(
        { front, ...(pages === undefined ? {} : { pages }) },
        { today: "2026-03-01", facts: {} },
      )
      .problems.map(({ pointer, code }) => `${pointer} ${code}`);

  it.each<[string, Json, string[]]>([
    ["a photo that is good", PHOTO, []],
    ["a document, whatever its sides", { id: ID, name: "x.pdf", kind: "pdf", bytes: 10 }, []],
    [
      "a kind that is not asked for, in the field's own words",
      { ...PHOTO, kind: "png" },
      ["/front validation.front.kind"],
    ],
    ["too many bytes", { ...PHOTO, bytes: 5001 }, ["/front validation.file.bytes"]],
    ["too few pixels", { ...PHOTO, height: 499 }, ["/front validation.file.pixels"]],
    [
      "what was refused by its content",
      { refused: "file.locked" },
      ["/front validation.file.locked"],
    ],
    [
      "what was refused, beside the file it was to replace",
      { ...PHOTO, refused: "file.damaged" },
      ["/front validation.file.damaged"],
    ],
    ["an id alone", ID, ["/front validation.file.unknown"]],
    ["no reference", { name: "x" }, ["/front validation.file.unknown"]],
    ["another kind of id", { ...PHOTO, id: "7" }, ["/front validation.file.unknown"]],
    ["nothing", "", ["/front validation.required"]],
  ])("validates %s", (_, value, problems) => expect(problemsOf(value)).toEqual(problems));

  it("accepts several up to its limit, and names the wrong one", () => {
    expect(problemsOf(PHOTO, [PHOTO, PHOTO])).toEqual([]);
    expect(problemsOf(PHOTO, [PHOTO, PHOTO, PHOTO])).toEqual(["/pages validation.file.many"]);
    expect(problemsOf(PHOTO, [PHOTO, { refused: "file.active" }])).toEqual([
      "/pages validation.file.active",
    ]);
  });

  it("is a line of ids to the page", () => {
    expect(pageSchema(SCHEMA as unknown as Json)).toMatchObject({
      properties: { front: { type: "string" }, pages: { type: "string" } },
    });
  });
});

it.each<[string, FieldSchema, string[]]>([
  ["photos", { "x-file": { kinds: ["jpeg"], maxBytes: 1 } }, []],
  ["photos of a least side", { "x-file": { kinds: ["png"], maxBytes: 1, minSide: 9 } }, ["pixels"]],
  [
    "documents with a least side",
    { "x-file": { kinds: ["pdf"], maxBytes: 1, minSide: 9 } },
    ["locked", "active"],
  ],
  [
    "photos, and under a condition documents",
    {
      "x-file": { kinds: ["jpeg"], maxBytes: 1 },
      "x-where": [{ when: true, then: { "x-file": { kinds: ["pdf"], maxBytes: 1 } } }],
    },
    ["locked", "active"],
  ],
])("fileCausesOf() of a field for %s has the causes that it can meet", (_, field, own) => {
  const causes: readonly string[] = fileCausesOf(field);
  for (const cause of ["pixels", "locked", "active"])
    expect(causes.includes(`file.${cause}`), cause).toBe(own.includes(cause));
  expect(causes).toContain("file.many");
});

it("fileIdsIn() finds the files that a state refers to, at any depth", () => {
  expect(fileIdsIn({ a: { b: [PHOTO, { id: "x" }] }, c: PHOTO, d: ID })).toEqual([ID]);
});

it("a call carries the content of a file, and nothing for another application's file", async () => {
  const sources = new Map(
    [...(await editableSources)].filter(([path]) => !path.includes("merchant-signup")),
  );
  sources.set(
    "flows/library-card/services.yaml",
    "services: { desk: { description: The desk, baseUrlFrom: DESK_URL } }",
  );
  sources.set(
    "flows/library-card/calls/hand-in.yaml",
    "calls: { handIn: { description: The desk gets the proof, service: desk, method: POST, path: /proofs, timeoutMs: 1000, body: { name: { var: reader.proof.name }, all: [{ content: { file: { var: reader.proof } } }] } } }",
  );
  const result = compileLibrary(sources, "CI");
  const flow = result.ok ? result.library.flows.get("library-card") : undefined;
  const variant = flow?.variant({ portal: "library", market: "town", environment: "CI" });
  if (variant === undefined)
    throw new Error(
      result.ok
        ? "there is no such flow"
        : result.problems.map(({ message }) => message).join("\n"),
    );
  const request = {
    call: "handIn",
    service: "desk",
    method: "POST",
    path: "/proofs",
    headers: {},
    timeoutMs: 1000,
    body: { name: "x", all: [{ content: { file: PHOTO } }] },
  };
  const files = {
    contentOf: async (application: string, id: string) =>
      application === "own" && id === ID ? Buffer.from("bytes") : undefined,
  };
  const sent = async (application: string) =>
    (await putFiles(variant, request as unknown as CallRequest, application, files)).body;
  expect(await sent("own")).toEqual({ name: "x", all: [{ content: "Ynl0ZXM=" }] });
  expect(await sent("other")).toEqual({ name: "x", all: [{ content: null }] });
});
