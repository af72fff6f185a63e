/** A field of the forms that are compared: one line of text. */
export interface BenchField {
  readonly name: string;
  readonly label: string;
}

/** The same two forms for everybody: one as people meet them, one that is long. */
export const FORMS: Readonly<Record<"eight" | "sixty", readonly BenchField[]>> = {
  eight: [
    "Legal name",
    "Trading name",
    "Email",
    "Phone",
    "Street",
    "City",
    "State",
    "ZIP code",
  ].map((label, at) => ({ name: `field${at}`, label })),
  sixty: Array.from({ length: 60 }, (_, at) => ({
    name: `field${at}`,
    label: `Question ${at + 1}`,
  })),
};

/** What is installed for the comparison, at these versions, into a folder of its own. */
export const PACKAGES: Readonly<Record<string, string>> = {
  react: "19.3.1",
  "react-dom": "19.3.1",
  "@rjsf/core": "6.11.1",
  "@rjsf/utils": "6.11.1",
  "@rjsf/validator-ajv8": "6.11.1",
  "survey-core": "3.0.0",
  "survey-react-ui": "3.0.0",
  "@formio/js": "5.6.0",
  "@jsonforms/core": "3.8.0",
  "@jsonforms/react": "3.8.0",
  "@jsonforms/vanilla-renderers": "3.8.0",
  "@bpmn-io/form-js-viewer": "2.0.0",
};

const SCHEMA = `const schema = { type: "object", required: fields.map(({ name }) => name), properties: Object.fromEntries(fields.map(({ name, label }) => [name, { type: "string", title: label, minLength: 1 }])) };`;
const ROOT = `const root = document.getElementById("root");`;

/** Each peer's page, as its documentation says; \`fields\` stands before it. */
export const PEERS: Readonly<Record<string, string>> = {
  "rjsf, plain": `import { createElement } from "react"; import { createRoot } from "react-dom/client"; import Form from "@rjsf/core"; import validator from "@rjsf/validator-ajv8";
${ROOT} ${SCHEMA} createRoot(root).render(createElement(Form, { schema, validator }));`,
  jsonforms: `import { createElement, useState } from "react"; import { createRoot } from "react-dom/client"; import { JsonForms } from "@jsonforms/react"; import { vanillaCells, vanillaRenderers } from "@jsonforms/vanilla-renderers";
${ROOT} ${SCHEMA} function App() { const [data, setData] = useState({}); return createElement(JsonForms, { schema, data, renderers: vanillaRenderers, cells: vanillaCells, onChange: (now) => setData(now.data) }); }
createRoot(root).render(createElement(App));`,
  "survey-react-ui": `import { createElement } from "react"; import { createRoot } from "react-dom/client"; import { Model } from "survey-core"; import { Survey } from "survey-react-ui"; import "survey-core/survey-core.css";
${ROOT} const model = new Model({ elements: fields.map(({ name, label }) => ({ type: "text", name, title: label, isRequired: true })) }); createRoot(root).render(createElement(Survey, { model }));`,
  "@formio/js": `import { Formio } from "@formio/js";
${ROOT} Formio.createForm(root, { components: fields.map(({ name, label }) => ({ type: "textfield", key: name, label, input: true, validate: { required: true } })) });`,
  "form-js": `import { createForm } from "@bpmn-io/form-js-viewer"; import "@bpmn-io/form-js-viewer/dist/assets/form-js.css";
${ROOT} createForm({ container: root, schema: { type: "default", components: fields.map(({ name, label }) => ({ type: "textfield", key: name, label, validate: { required: true } })) } });`,
};

/** The lower bound: a page of HTML that posts. */
export function staticPage(fields: readonly BenchField[]): string {
  const controls = fields
    .map(
      ({ name, label }) =>
        `<p><label for="${name}">${label}</label><br><input id="${name}" name="${name}" required></p>`,
    )
    .join("");
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Static</title></head><body><main><h1>Static</h1><form method="post">${controls}<button>Continue</button></form></main></body></html>`;
}
