import { expect, it } from "vitest";
import { compileFlow } from "../../../../../engine/compile/compile-flow.ts";
import { readSources } from "../../../../../server/definitions/read-sources.ts";
import { CLINIC, PROJECT } from "../../../../definitions.ts";
import { mustReplace } from "../../../../must-replace.ts";

const clinic = await readSources(CLINIC, PROJECT);
const POST = "flows/clinic/calls/post.yaml";

it.each([
  ["{ code: { var: form.code } }", []],
  [
    "{ code: { var: form.postcode } }",
    ['The call "checkCode" sends "form.postcode", and no page that makes it asks for "postcode"'],
  ],
])("SentAnswersCheck looks for the fields of the pages that make a call: %s", (body, told) => {
  const edited = mustReplace(clinic.get(POST), "{ code: { var: form.code } }", body);
  const result = compileFlow(new Map([...clinic, [POST, edited]]), "clinic", ["LOCAL"]);
  expect((result.ok ? [] : result.problems).map(({ message }) => message)).toEqual(told);
});
