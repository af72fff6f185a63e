import type { Sources } from "../../engine/language/sources.ts";
import { editableSources } from "../definitions.ts";
import { mustReplace } from "../must-replace.ts";

/** Name of the made-up flow. */
export const LONG_FLOW = "long-card";

/**
 * The library's flow with more questions in the middle: each a screen with a form, words in every
 * locale, a guard, a place in the state and a row of the resume table.
 */
export async function longFlow(screens: number): Promise<Sources> {
  const sources = new Map<string, string>();
  for (const [path, text] of await editableSources) {
    if (/^(?:schemas\/definition|content\/shell)\//.test(path)) sources.set(path, text);
    if (path.includes("/library-card/") && !path.includes("/fixtures/"))
      sources.set(path.replace("/library-card/", `/${LONG_FLOW}/`), text);
  }
  const edit = (path: string, from: string | RegExp, to: string) => {
    const text = sources.get(path) ?? "";
    const edited = mustReplace(text, from, () => to);
    if (edited === text) throw new Error(`${path} is not as it was: nothing to replace`);
    sources.set(path, edited);
  };
  const more = Array.from({ length: Math.max(1, screens - 6) }, (_, at) => `question-${at + 1}`);
  const place = (name: string) => `answers.${name}`;
  edit(`flows/${LONG_FLOW}/flow.yaml`, "flow: library-card", `flow: ${LONG_FLOW}`);
  edit(`flows/${LONG_FLOW}/flow.yaml`, "mount: /library-card", "mount: /long-card");
  edit(
    `flows/${LONG_FLOW}/flow.yaml`,
    "[reader, consent, confirm]",
    `[reader, consent, ${more.join(", ")}, confirm]`,
  );
  edit(
    `flows/${LONG_FLOW}/flow.yaml`,
    "screens: [consent] }",
    `screens: [consent] }\n  - { id: more, description: More questions, screens: [${more.join(", ")}] }`,
  );
  edit(
    `flows/${LONG_FLOW}/guards.yaml`,
    "values: {}",
    `${more.map((name) => `  ${name}-known: { description: ${name} is answered, rule: { '!!': { var: ${place(name)}.name } } }`).join("\n")}\nvalues: {}`,
  );
  edit(
    `flows/${LONG_FLOW}/transitions/resume.yaml`,
    "  - { id: to-confirm,",
    `${more.map((name) => `  - { id: ${name}-missing, when: { '!': { guard: ${name}-known } }, to: ${name} }`).join("\n")}\n  - { id: to-confirm,`,
  );
  edit(
    `schemas/${LONG_FLOW}/state.yaml`,
    "  consent: {",
    `  answers:\n    type: object\n    properties:\n${more.map((name) => `      ${name}: { type: object, properties: { name: { type: string, x-pii: personal }, lives: { type: string, enum: [here, elsewhere] } } }`).join("\n")}\n  consent: {`,
  );
  for (const name of more) {
    sources.set(
      `flows/${LONG_FLOW}/screens/${name}.yaml`,
      `screen: ${name}\npath: /{applicationId}/${name}\nkind: form\nform: ${name}\nbinds: ${place(name)}\nallow: { guard: started }\ndone: { guard: ${name}-known }\nactions:\n  submit: { then: resume }\n`,
    );
    sources.set(
      `schemas/${LONG_FLOW}/forms/${name}.yaml`,
      "type: object\nrequired: [name]\nx-order: [name, lives]\nproperties:\n  name: { type: string, format: full-name, x-autocomplete: name, x-pii: personal, errorMessage: { required: validation.name.required, '*': validation.name.invalid } }\n  lives: { type: string, enum: [here, elsewhere], x-widget: radio, x-options: options.lives }\n",
    );
    for (const [locale, title] of [
      ["en-US", "One more question"],
      ["fr-CA", "Encore une question"],
    ])
      sources.set(
        `content/${LONG_FLOW}/${locale}/screens/${name}.yaml`,
        `title: "${title}"\nfields:\n  name:\n    label: "${title}"\n  lives:\n    label: "${title}"\nactions:\n  submit:\n    label: "${title}"\n`,
      );
  }
  const [first = "", second = ""] = [
    more[Math.floor(more.length / 2)],
    more[Math.floor(more.length / 2) + 1],
  ];
  const known = more.slice(0, Math.floor(more.length / 2));
  sources.set(
    `flows/${LONG_FLOW}/fixtures/middle.yaml`,
    `fixture: middle\ndescription: Somebody in the middle\ngiven:\n  variant: { portal: library, market: town }\n  now: '2026-06-15T12:00:00.000Z'\n  state:\n    application: { id: 'urn:card:1' }\n    reader: { name: Ada Reader, born: '1980-01-01', lives: here }\n    answers: { ${known.map((name) => `${name}: { name: Ada Reader }`).join(", ")} }\nsteps:\n  - open: /long-card/{applicationId}/${first}\n    see: { screen: ${first} }\n  - act: submit\n    data: { name: Ada Reader }\n    see: { screen: ${second === "" ? "confirm" : second} }\n`,
  );
  return sources;
}
