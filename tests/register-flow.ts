import type { FixtureDefinition } from "../engine/language/fixture.ts";
import { mustReplace } from "./must-replace.ts";
import { shippedSources } from "./definitions.ts";
import type { CardFiles } from "./card-flow.ts";

/** Rows of the register's sandbox, below `calls:`. */
export const ROWS = `
  enter:
    - id: known
      description: is in the register already
      example: name Ada Known
      match: { sent.body.name: Ada Known }
      status: 409
      answer: { message: Already registered }
    - id: busy
      match: { sent.body.name: Ada Busy }
      times: 2
      status: 503
    - { id: broken, match: { sent.body.name: Ada Broken }, times: 1, outcome: network }
    - { id: late, match: { sent.body.name: Ada Late }, delayMs: 3000, answer: { number: '1' } }
    - id: entered
      answer: { number: { cat: [R-, { var: sent.id }] }, reader: { var: sent.params.reader } }
      webhooks:
        - provider: register-news
          afterMs: 50
          payload: { id: { var: sent.id }, about: { var: sent.params.reader }, news: printed }
`;

/** What the register says that it answers. */
export const NUMBERED =
  "    answerSchema: { type: object, properties: { number: { type: string } } }";

const FORMS: CardFiles = {
  "flows/library-card/services.yaml": `services:
  register: { description: The register of readers, baseUrlFrom: REGISTER_URL, optional: true }
`,
  "flows/library-card/calls/register.yaml": `calls:
  enter:
    description: Enters a reader into the register
    service: register
    method: PUT
    path: /readers/{reader}
    timeoutMs: 400
${NUMBERED}
    params: { reader: { var: application.id } }
    body: { name: { var: reader.name } }
    outcomes:
      - { match: { status: 409 }, outcome: known }
    set: { application.number: { var: answer.number } }
`,
  "flows/library-card/providers/register-news.yaml": `description: Tells when a card is printed
service:
  { prefix: NEWS_, baseUrl: https://news.example, auth: { kind: bearer, token: NEWS_TOKEN } }
webhook:
  description: A card is printed
  signature:
    scheme: hmac
    header: x-signature
    algorithm: sha256
    encoding: hex
    timestamp: t
    signature: v1
    secrets: NEWS_SECRET
    toleranceMs: 300000
  id: { var: payload.id }
  key: { var: payload.about }
  outcomes: [{ match: { payload.news: printed }, outcome: printed }]
  becomes:
    - id: printed
      keys: { var: application.id }
      screen: done
      then: [{ id: printed, set: { application.printed: true }, stay: true }]
`,
};

/** The library card whose readers are entered into a register that a sandbox answers. */
export async function registerFiles(rows = ROWS): Promise<CardFiles> {
  const shipped = await shippedSources;
  const confirm = "flows/library-card/screens/confirm.yaml";
  const state = "schemas/library-card/state.yaml";
  return {
    ...FORMS,
    "flows/library-card/sandbox/register.yaml": `calls:${rows}`,
    [confirm]: mustReplace(
      shipped.get(confirm),
      "set: { application.confirmed: true }, to: done }",
      `call: enter, then: [{ id: entered, match: { outcome: success }, set: { application.confirmed: true }, to: done }, { id: known, match: { outcome: known }, set: { application.trouble: known }, stay: true }, { id: not-entered, set: { application.trouble: { var: outcome } }, stay: true }] }`,
    ),
    [state]: mustReplace(
      shipped.get(state),
      "confirmed: { type: boolean }",
      "confirmed: { type: boolean }, number: { type: string, x-unused: for people }, trouble: { type: string, x-unused: for people }, printed: { type: boolean, x-unused: for people }",
    ),
  };
}

/**
 * A fixture in which readers are entered into the register one after another, by their names.
 *
 * @param calls answers of the register; absent: the sandbox's
 */
export function enteringFixture(
  names: readonly string[],
  calls?: FixtureDefinition["given"]["calls"],
): FixtureDefinition {
  return {
    fixture: "entering",
    description: "Somebody is entered",
    given: {
      variant: { portal: "library", market: "town", locale: "en-US" },
      now: "2026-01-15T12:00:00.000Z",
      state: {
        application: { id: "urn:card:00000000-0000-4000-8000-000000000001" },
        reader: { name: names[0] ?? "", born: "1980-06-01", lives: "here" },
      },
      ...(calls === undefined ? {} : { calls }),
    },
    steps: [
      { open: "/library-card/{applicationId}/confirm" },
      ...names.map(() => ({ act: "submit" })),
    ],
  };
}
