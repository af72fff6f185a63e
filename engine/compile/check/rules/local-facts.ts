import { axesOf } from "../../../language/axes.ts";
import { isObject, type Json, type JsonObject } from "../../../language/json.ts";
import { formOf } from "../../../language/form.ts";
import { membersOf } from "../../../rules/compile-template.ts";
import type { CompiledCall } from "../../compiled-call.ts";
import type { CompiledScreen } from "../../compiled-screen.ts";
import type { CompiledVariant } from "../../compiled-variant.ts";
import { answerShapes } from "./check-answers.ts";
import type { Shape } from "../values/element-shapes.ts";
import { formParts } from "../../mistakes/form-parts.ts";

/** What the answers of calls may be; nothing where one of them does not say. */
export function answerFacts(flow: CompiledVariant, calls: Iterable<string>): readonly Shape[] {
  return answerShapes(flow, calls).map((schema) => ({
    schema: { properties: { answer: schema } },
    name: "the answer",
    isAnswer: true,
  }));
}

/** The fields of a form, and the parameters of the paths of its screens. */
export function formFacts(
  flow: CompiledVariant,
  forms: JsonObject,
  form: string,
): readonly Shape[] {
  const screens = [...flow.screens.values()].filter(({ definition }) => definition.form === form);
  return [
    ...factsOfFields(flow, () => fieldsOf(flow, forms, form), `the form "${form}"`),
    // A form that no screen asks is asked elsewhere, such as by a service.
    ...(screens.length === 0
      ? []
      : [paramsOf(screens, `the path of each screen with the form "${form}"`)]),
  ];
}

/** The fields of all forms, and the parameters of all paths: what rules of any place may read. */
export function formsFacts(flow: CompiledVariant, forms: JsonObject): readonly Shape[] {
  const names = new Set([...flow.forms.keys(), ...Object.keys(forms)]);
  return [
    ...factsOfFields(
      flow,
      () => [...names].flatMap((name) => fieldsOf(flow, forms, name)),
      "no form of the flow",
    ),
    paramsOf([...flow.screens.values()], "no path of the flow"),
  ];
}

/** Of a flow with axes nothing is known: another variant may ask for other fields. */
function factsOfFields(
  flow: CompiledVariant,
  fields: () => readonly string[],
  name: string,
): readonly Shape[] {
  if (axesOf(flow.definition).length > 0) return [];
  return [{ schema: { properties: { form: schemaOf(fields()) } }, name }];
}

function fieldsOf(flow: CompiledVariant, forms: JsonObject, form: string): readonly string[] {
  const parts = isObject(forms[form]) ? formParts(formOf(forms[form])) : [];
  return [
    ...Object.keys(flow.forms.get(form)?.compiled.fields ?? {}),
    ...parts.flatMap(({ fields }) => fields.map(({ name }) => name)),
  ];
}

function paramsOf(screens: readonly CompiledScreen[], name: string): Shape {
  const params = screens.flatMap(({ pattern }) => pattern.parameters);
  return { schema: { properties: { params: schemaOf(params) } }, name };
}

/** The request of a call, as the rows of its sandbox read it. */
export function sentFacts({ definition }: CompiledCall): readonly Shape[] {
  const { body, query = {}, params = {} } = definition;
  const sent = {
    id: {},
    body: shapeOf(body as Json | undefined),
    query: shapeOf(query as Json),
    params: shapeOf(params as Json),
  };
  // The compiler of rules knows the members of `sent` itself.
  const schema = { properties: sent, additionalProperties: true };
  return [{ schema: { properties: { sent: schema } }, name: "the request of the call" }];
}

/** The members that a template makes; nothing is known of what a rule makes. */
function shapeOf(template: Json | undefined): JsonObject {
  const members = membersOf(template);
  if (members === undefined) return {};
  return {
    properties: Object.fromEntries(
      Object.entries(members).map(([name, part]) => [name, shapeOf(part)]),
    ),
  };
}

function schemaOf(names: readonly string[]): JsonObject {
  return { properties: Object.fromEntries(names.map((name) => [name, {}])) };
}
