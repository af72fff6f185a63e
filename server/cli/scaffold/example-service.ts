import { isSameLanguage } from "../../../engine/language/locale.ts";
import { prefixOf } from "../../../engine/language/variable-prefix.ts";

/** A file of a scaffold: the kind of its schema, and its text. */
type ScaffoldFile = readonly [schema: string, text: string];

type ScaffoldFiles = Readonly<Record<string, ScaffoldFile>>;

/** The place in a file of a new flow that the service changes, and the text there. */
type Edit = readonly [path: string, from: string, to: string];

/**
 * Files of a new flow whose form is sent to a service: the service with its call, a sandbox that
 * answers it in development, and the rows that read its answer.
 */
export function withService(id: string, service: string, files: ScaffoldFiles): ScaffoldFiles {
  const edited = { ...files };
  const locales = Object.keys(files).flatMap(
    (path) => new RegExp(`^content/${id}/([^/]+)/validation\\.yaml$`).exec(path)?.[1] ?? [],
  );
  for (const [path, from, to] of [...edits(id), ...locales.map((each) => wordsEdit(id, each))]) {
    const [schema, text] = edited[path] ?? ["", ""];
    if (!text.includes(from)) throw new Error(`${path} has no ${from}`);
    edited[path] = [schema, text.replace(from, () => to)];
  }
  const errors = locales.map((locale): readonly [string, ScaffoldFile] => [
    `content/${id}/${locale}/errors.yaml`,
    ["copy", `notSent: "${wordsOf(locale).notSent}"\n`],
  ]);
  return { ...edited, ...serviceFiles(id, service), ...Object.fromEntries(errors) };
}

/** Texts of the service, and the text that one of them stands behind. */
interface ServiceWords {
  readonly invalid: string;
  readonly known: string;
  readonly notSent: string;
}

const ENGLISH: ServiceWords = {
  invalid: "Enter an address, such as kim@example.com.",
  known: "This address has applied before. Enter another one.",
  notSent: "We could not send your application. Your answers are saved. Try again.",
};

const FRENCH: ServiceWords = {
  invalid: "Entrez une adresse, comme kim@example.com.",
  known: "Cette adresse a déjà servi. Entrez-en une autre.",
  notSent: "Nous n’avons pas pu envoyer votre demande. Vos réponses sont enregistrées. Réessayez.",
};

function wordsOf(locale: string): ServiceWords {
  return isSameLanguage(locale, "fr") ? FRENCH : ENGLISH;
}

function wordsEdit(id: string, locale: string): Edit {
  const { invalid, known } = wordsOf(locale);
  const line = `invalid: "${invalid}"\n`;
  return [`content/${id}/${locale}/validation.yaml`, line, `${line}  known: "${known}"\n`];
}

function edits(id: string): readonly Edit[] {
  return [
    [
      `flows/${id}/screens/person.yaml`,
      "submit: { set: { application.finished: true }, then: resume }",
      `submit:
    call: send
    then:
      - { id: sent, match: { outcome: success }, set: { application.finished: true }, to: done }
      - { id: known, match: { outcome: known }, stay: { field: email, error: validation.email.known } }
      - { id: not-sent, stay: { error: errors.notSent } }`,
    ],
    [
      `flows/${id}/fixtures/from-start-to-end.yaml`,
      "    see: { screen: done, because: resume/done, state: { person.name: Kim Lund } }",
      `    see: { screen: done, state: { person.name: Kim Lund, application.number: N-1 } }`,
    ],
    [
      `flows/${id}/fixtures/from-start-to-end.yaml`,
      "  - act: submit\n    data: { name: Kim Lund, email: kim@cedar.dev }",
      `  # The sandbox answers what a fixture does not.
  - act: submit
    data: { name: Kim Lund, email: known@cedar.dev }
    see: { screen: person, errors: { /email: validation.email.known } }
  - act: submit
    data: { name: Kim Lund, email: kim@cedar.dev }`,
    ],
    [
      `schemas/${id}/state.yaml`,
      "finished: { type: boolean }",
      "finished: { type: boolean }, number: { type: string, x-unused: Show it where people look for it }",
    ],
  ];
}

function serviceFiles(id: string, service: string): ScaffoldFiles {
  return {
    [`flows/${id}/services.yaml`]: [
      "services",
      `# Once ${prefixOf(service, undefined)}URL is set, the service answers; until then sandbox/${service}.yaml does.
services:
  ${service}: { description: Takes applications in, baseUrlFrom: ${prefixOf(service, undefined)}URL }
`,
    ],
    [`flows/${id}/calls/send.yaml`]: [
      "calls",
      `calls:
  send:
    description: Sends the application in
    service: ${service}
    method: POST
    path: /applications
    timeoutMs: 10000
    repeat: same-key
    body: { id: { var: application.id }, name: { var: person.name }, email: { var: person.email } }
    outcomes: [{ match: { status: 409 }, outcome: known }]
    answerSchema: { type: object, properties: { number: { type: string } }, required: [number] }
    # Without it an answer with no number would count as success.
    strictAnswer: true
    take: { application: [number] }
`,
    ],
    [`flows/${id}/sandbox/${service}.yaml`]: [
      "sandbox",
      `# Answers in LOCAL, CI and TEST. The first row that matches what was sent answers.
calls:
  send:
    - id: known
      description: has applied before
      example: email known@cedar.dev
      match: { sent.body.email: known@cedar.dev }
      status: 409
    - id: busy
      description: fails once, then goes through
      example: email busy@cedar.dev
      match: { sent.body.email: busy@cedar.dev }
      times: 1
      status: 500
    - id: slow
      description: takes four seconds
      example: email slow@cedar.dev
      match: { sent.body.email: slow@cedar.dev }
      delayMs: 4000
      answer: { number: N-2 }
    - { id: taken-in, answer: { number: N-1 } }
`,
    ],
  };
}
