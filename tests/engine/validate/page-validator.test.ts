import { describe, expect, it } from "vitest";
import type { FormSchema } from "../../../engine/language/form.ts";
import type { Json, JsonObject } from "../../../engine/language/json.ts";
import type { FormView } from "../../../engine/render/view.ts";
import { compileForm } from "../../../engine/validate/form.ts";
import { pageSchema } from "../../../engine/validate/page-schema.ts";
import { ValidatorModules } from "../../../server/application/page/validator-module.ts";
import { formValidator, type ValidatorModule } from "../../../web/form/validators.ts";
import { mustReplace } from "../../must-replace.ts";

/** Whether the server, and whether the page, takes an answer. */
function verdicts(properties: JsonObject, required: readonly string[], data: JsonObject) {
  const schema = {
    type: "object",
    required,
    "x-order": Object.keys(properties),
    properties,
  } as unknown as FormSchema;
  const form = compileForm(schema, new Map(), [], () => undefined);
  const onPage = pageSchema(schema as unknown as Json) as JsonObject;
  const modules = new ValidatorModules();
  const code = modules.codeOf(/([0-9a-f]+)\.mjs$/.exec(modules.urlOf(onPage))?.[1] ?? "") ?? "";
  const page = formValidator(
    new Function(mustReplace(code, "export default", "return"))() as ValidatorModule,
    { schema: onPage } as unknown as FormView,
  );
  return {
    server: form.validate(data, { today: "2026-03-01", facts: {} }).problems.length === 0,
    page: page.whole(data),
  };
}

describe("pageValidatorCode()", () => {
  it.each([
    [0.3, true],
    [0.7, true],
    [1.1, true],
    [0.35, false],
  ])("gives the server's verdict on %d as a multiple of 0.1", (price, good) => {
    const properties = { price: { type: "number", multipleOf: 0.1 } };
    expect(verdicts(properties, ["price"], { price })).toEqual({ server: good, page: good });
  });

  it.each(["description", "errorMessage", "properties", "format", "required", "const"])(
    "keeps a field that is called %s",
    (name) => {
      const properties = { [name]: { type: "string", maxLength: 3 } };
      expect(verdicts(properties, [name], { [name]: "abc" })).toEqual({ server: true, page: true });
      expect(verdicts(properties, [name], { [name]: "abcd" })).toEqual({
        server: false,
        page: false,
      });
      expect(verdicts(properties, [name], {})).toEqual({ server: false, page: false });
    },
  );
});
