import { isSameLanguage, LOCALE } from "../../../engine/language/locale.ts";
import { beginnersWords, localeOfBeginners } from "./beginners-words.ts";
import { parseDocument } from "yaml";
import { flowIds } from "../../../engine/compile/flow-sources.ts";
import type { Sources } from "../../../engine/language/sources.ts";
import { withService } from "./example-service.ts";
import { noSuch } from "../choose-flow.ts";
import { fresh, ID, type FileTexts, type Scaffold } from "./fresh-files.ts";
import { logoSvg } from "./logo.ts";
import { seeItAt } from "./see-it.ts";

/**
 * A working flow of three screens.
 *
 * @param locales the first one is the fallback of the others
 * @param service that its form is sent to; absent: none
 * @throws Error for an invalid or taken name, or an invalid locale
 */
export function newFlow(
  sources: Sources,
  id: string,
  locales: readonly [string, ...string[]],
  service?: string,
): Scaffold {
  if (service !== undefined && !ID.test(service))
    throw new Error(`a service's name is small letters, digits and hyphens, not "${service}"`);
  if (!ID.test(id))
    throw new Error(`a flow's name is small letters, digits and hyphens, not "${id}"`);
  if (flowIds(sources).includes(id)) throw new Error(`there is a flow ${id} already`);
  const strange = locales.find((locale) => !LOCALE.test(locale));
  if (strange !== undefined)
    throw new Error(
      `a locale is a language, with its script and its region where they matter, such as en-US, fr or zh-Hant, not "${strange}"`,
    );
  const [first] = locales;
  // Another locale of the first one's language has only texts that differ: none yet.
  const speaking = locales.filter((locale, at) => at === 0 || !isSameLanguage(locale, first));
  const files: FileTexts = {
    ...frontFiles(id, locales),
    ...screenFiles(id),
    ...fixtureFiles(id),
    ...schemaFiles(id),
    ...Object.fromEntries(
      speaking.flatMap((locale) =>
        Object.entries(beginnersWords(locale, locale === first)).map(
          ([file, text]) =>
            [`content/${id}/${locale}/${file}.yaml`, ["copy", text] as const] as const,
        ),
      ),
    ),
  };
  const silent = speaking.filter(
    (locale) => Object.keys(beginnersWords(locale, locale === first)).length === 0,
  );
  return fresh(sources, service === undefined ? files : withService(id, service, files), [
    ...(silent.length === 0
      ? []
      : [
          `There are no words in ${silent.join(", ")} yet: npx foyer copy fill ${id} writes them, with TODO before each`,
        ]),
    ...speaking.flatMap((locale) => {
      const taken = localeOfBeginners(locale, locale === first);
      return taken === undefined || taken === locale
        ? []
        : [`The words of ${locale} are those of ${taken}: read each before people do`];
    }),
    seeItAt(`/${id}`),
  ]);
}

/** What a flow is, its settings and its look. */
function frontFiles(id: string, locales: readonly string[]): FileTexts {
  return {
    [`flows/${id}/flow.yaml`]: [
      "flow",
      `flow: ${id}
description: Says in one sentence what people come for
owner: Your team
mount: /${id}
locales: [${locales.join(", ")}]
unknownPath: lost
localeChange: keep
versionPolicy: move
finished: { match: { application.finished: true } }
# Days without a step of a person, after which \`foyer retain\` erases an application; run it once a day.
# Agree on them with the people who answer for privacy.
retention:
  applications:
    - { id: unfinished, match: { application.finished: false }, days: 30 }
    - { id: finished, days: 365 }
# Each screen is open once those before it are answered; people who come back are led to the first that is not.
sequences:
  application:
    screens: [person]
    open: { match: { started: true, application.finished: false } }
end: done
# Parts of the way, for the picture that \`foyer graph\` draws.
phases:
  - { id: arrival, description: Arriving, screens: [start, lost] }
  - { id: person, description: Telling who one is, screens: [person] }
  - { id: end, description: How it ends, screens: [done] }
ids: { applicationId: 'urn:${id}:' }
parameters: { applicationId: { var: application.id } }
entryParameters: {}
`,
    ],
    [`flows/${id}/flags.yaml`]: ["flags", "flags: {}\n"],
    [`flows/${id}/services.yaml`]: ["services", "services: {}\n"],
    [`flows/${id}/config/settings.yaml`]: [
      "config",
      "support: { phone: +1 800 555 0100, href: 'tel:+18005550100' }\nlinks: {}\n",
    ],
    [`flows/${id}/guards.yaml`]: [
      "guards",
      `guards:
  started: { description: an application has begun, rule: { match: { application.id: true } } }
values: {}
`,
    ],
    [`flows/${id}/theme.yaml`]: [
      "theme",
      `name: ${title(id)}
logo: /brand/${id}/logo.svg
colour: '#1f4fa3'
radius: 8px
`,
    ],
    [`content/${id}/brand/logo.svg`]: ["", logoSvg(title(id), "#1f4fa3")],
  };
}

/** The screens of a new flow. */
function screenFiles(id: string): FileTexts {
  return {
    [`flows/${id}/screens/start.yaml`]: [
      "screen",
      `screen: start
path: /
kind: information
public: true
illustration: welcome
actions:
  submit: { match: { started: false }, set: { application.id: { var: ids.applicationId } }, then: resume }
  continue: { style: primary, match: { started: true }, then: resume }
`,
    ],
    [`flows/${id}/screens/person.yaml`]: [
      "screen",
      `screen: person
path: /{applicationId}/person
kind: form
form: person
binds: person
actions:
  submit: { set: { application.finished: true }, then: resume }
`,
    ],
    [`flows/${id}/screens/done.yaml`]: [
      "screen",
      "screen: done\npath: /{applicationId}/done\nkind: outcome\nillustration: success\nallow: { match: { application.finished: true } }\n",
    ],
    [`flows/${id}/screens/lost.yaml`]: [
      "screen",
      "screen: lost\npath: /lost\nkind: information\npublic: true\nillustration: error\nactions:\n  back: { style: primary, to: start }\n",
    ],
  };
}

/** A journey through a new flow. */
function fixtureFiles(id: string): FileTexts {
  return {
    [`flows/${id}/fixtures/from-start-to-end.yaml`]: [
      "fixture",
      `fixture: from-start-to-end
description: Somebody comes, says who they are, and is done
given:
  now: '2026-01-15T12:00:00.000Z'
steps:
  - open: /${id}
    see: { screen: start }
  - act: submit
    see: { screen: person }
  - act: submit
    data: { name: Kim Lund, email: kim }
    see: { screen: person, errors: { /email: validation.email.invalid } }
  - act: submit
    data: { name: Kim Lund, email: kim@cedar.dev }
    see: { screen: done, because: resume/done, state: { person.name: Kim Lund } }
`,
    ],
  };
}

/** The schemas of a new flow: its state and its configuration. */
function schemaFiles(id: string): FileTexts {
  return {
    [`schemas/${id}/state.yaml`]: [
      "state",
      `type: object
additionalProperties: false
properties:
  application: { type: object, properties: { id: { type: string }, finished: { type: boolean } } }
  person: { type: object, properties: { name: { type: string, x-pii: personal }, email: { type: string, x-pii: personal } } }
`,
    ],
    [`schemas/${id}/formats.yaml`]: [
      "formats",
      `formats:
  full-name:
    description: A name with at least two letters
    normalise: [trim, collapse-spaces]
    checks: [{ check: length, code: length, min: 2, max: 80 }, { check: has-letter, code: letters }]
  email:
    description: A mail address
    normalise: [trim]
    checks: [{ check: email, code: invalid }]
`,
    ],
    [`schemas/${id}/forms/person.yaml`]: [
      "form",
      `type: object
required: [name, email]
properties:
  name: { type: string, format: full-name, x-autocomplete: name, x-pii: personal, errorMessage: { required: validation.name.required, '*': validation.name.invalid } }
  email: { type: string, format: email, x-autocomplete: email, x-widget: email, x-pii: personal, errorMessage: { required: validation.email.required, '*': validation.email.invalid } }
`,
    ],
  };
}

/**
 * A screen with copy in every locale of the flow. Throws for an invalid or taken name.
 *
 * @param fields the questions of its form, by name; without them it has no form
 */
export function newScreen(
  sources: Sources,
  flow: string,
  id: string,
  fields: readonly string[] = [],
): Scaffold {
  const asks = fields.length > 0;
  const strange = fields.find((field) => !FIELD.test(field));
  if (strange !== undefined)
    throw new Error(`a field's name is letters and digits, such as firstName, not "${strange}"`);
  if (!ID.test(id))
    throw new Error(`a screen's name is small letters, digits and hyphens, not "${id}"`);
  const front = sources.get(`flows/${flow}/flow.yaml`);
  if (front === undefined) throw noSuch("flow", flow, flowIds(sources));
  const locales = [
    ...new Set(
      [...sources.keys()].flatMap(
        (path) => new RegExp(`^content/${flow}/([^/]+)/screens/`).exec(path)?.[1] ?? [],
      ),
    ),
  ];
  const named = parseDocument(front).get("resume");
  const resume = typeof named === "string" ? named : "resume";
  const parameter = /^parameters: *\{ *(\w+):|^parameters: *\n\s+(\w+):/m.exec(front);
  const name = parameter?.[1] ?? parameter?.[2];
  // A language without words here has none at first: the check lists them.
  const full = locales.filter(
    (locale) =>
      isSameLanguage(locale, "fr") || locale === String(parseDocument(front).getIn(["locales", 0])),
  );
  return fresh(
    sources,
    {
      [`flows/${flow}/screens/${id}.yaml`]: [
        "screen",
        `screen: ${id}\npath: ${name === undefined ? "" : `/{${name}}`}/${id}\n${asks ? `kind: form\nform: ${id}\nbinds: ${camelCase(id)}\n` : "kind: information\nblocks:\n  - { id: about, kind: text }\n"}actions:\n  submit: { then: ${resume} }\n`,
      ],
      ...(asks
        ? { [`schemas/${flow}/forms/${id}.yaml`]: ["form", questions(fields)] as const }
        : {}),
      ...Object.fromEntries(
        full.map((locale) => [
          `content/${flow}/${locale}/screens/${id}.yaml`,
          ["copy", screenWords(id, fields, isSameLanguage(locale, "fr"))] as const,
        ]),
      ),
    },
    [
      ...(asks ? [`Write its questions into schemas/${flow}/forms/${id}.yaml`] : []),
      `Say in flows/${flow}/screens/${id}.yaml when it is asked, or put it into a sequence of flow.yaml`,
    ],
  );
}

/** A name of a field. */
const FIELD = /^[a-zA-Z][a-zA-Z0-9]*$/;

/** The form of a new screen: questions that may be left empty. */
function questions(fields: readonly string[]): string {
  const asked = fields.map(
    (field) => `  ${field}: { type: string, x-autocomplete: 'off', x-pii: personal }\n`,
  );
  return `type: object\nproperties:\n${asked.join("")}x-order: [${fields.join(", ")}]\n`;
}

/**
 * The words of a new screen. Names are English: a text that is made of one begins with TODO in
 * French, and the check names it until it is written.
 */
function screenWords(id: string, fields: readonly string[], isFrench: boolean): string {
  const say = (name: string) => `"${isFrench ? "TODO: " : ""}${title(name)}"`;
  const about = isFrench ? "Ce que les gens doivent savoir ici." : "What people should know here.";
  const body =
    fields.length === 0
      ? `blocks:\n  about: { text: "${about}" }`
      : `fields:\n${fields.map((field) => `  ${field}: { label: ${say(spaced(field))} }`).join("\n")}`;
  const [label, busy] = isFrench ? ["Continuer", "Un instant…"] : ["Continue", "One moment…"];
  return `title: ${say(id)}\n${body}\nactions:\n  submit: { label: "${label}", busy: "${busy}" }\n`;
}

/** The words of a field's name: `firstName` is `first name`. */
function spaced(field: string): string {
  return field.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`).trim();
}

/** The place of a screen's answers in the state: \`home-address\` is \`homeAddress\`. */
function camelCase(id: string): string {
  return id.replaceAll(/-(.)/g, (_, letter: string) => letter.toUpperCase());
}

function title(id: string): string {
  const words = id.replaceAll("-", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}
