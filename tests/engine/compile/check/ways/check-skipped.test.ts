import { describe, expect, it } from "vitest";
import { cardProblems } from "../../../../card-flow.ts";
import { shippedSources } from "../../../../definitions.ts";
import { mustReplace } from "../../../../must-replace.ts";

const shipped = await shippedSources;
const FLOW = "library-card";
const screen = (id: string) => `flows/${FLOW}/screens/${id}.yaml`;
const form = (id: string) => `schemas/${FLOW}/forms/${id}.yaml`;

const LIVES = `  lives:
    type: string
    enum: [here, elsewhere]
    errorMessage: { '*': validation.lives.required }
    x-widget: radio
    x-options: options.lives
    x-bind: reader.lives
`;

interface Skips {
  readonly reader: string;
  readonly consent: string;
  readonly requires?: string;
  readonly more?: Readonly<Record<string, string>>;
}

/** Messages of a card whose page of consent also asks where the reader lives. */
async function messagesOf({ reader, consent, requires = "[parent, lives]", more = {} }: Skips) {
  const problems = await cardProblems({
    [screen("reader")]: `${shipped.get(screen("reader")) ?? ""}${reader}\n`,
    [screen("consent")]: mustReplace(shipped.get(screen("consent")), /skip: .*\n/, `${consent}\n`),
    [form("consent")]: `${mustReplace(shipped.get(form("consent")), "[parent]", requires)}${LIVES}`,
    ...more,
  });
  return problems.filter(({ code }) => code === "FLOW-SKIP-LACKS").map(({ message }) => message);
}

const KNOWN = "skip: { match: { reader.name: true } }";
const ADULT = "skip: { match: { child: false } }";

describe("checkSkipped()", () => {
  it("names an answer that two screens require and that both may leave to the other", async () => {
    expect(await messagesOf({ reader: KNOWN, consent: ADULT })).toEqual([
      '"reader" and "consent" of the sequence "application" require "reader.lives", and all of them may be skipped while it is not there: the application ends without it',
    ]);
  });

  it.each<readonly [string, Skips]>([
    [
      "that one screen is skipped with alone",
      { reader: KNOWN, consent: "skip: { match: { child: false, reader.lives: true } }" },
    ],
    ["that one of the screens always asks for", { reader: "", consent: ADULT }],
    [
      "of screens that are never skipped together",
      { reader: "skip: { match: { child: true } }", consent: ADULT },
    ],
    ["that one screen alone requires", { reader: KNOWN, consent: ADULT, requires: "[parent]" }],
    [
      "that something else sets",
      {
        reader: KNOWN,
        consent: ADULT,
        more: {
          [screen("confirm")]: mustReplace(
            shipped.get(screen("confirm")),
            "application.confirmed: true",
            "application.confirmed: true, reader.lives: here",
          ),
        },
      },
    ],
  ])("is silent about an answer %s", async (_, skips) => {
    expect(await messagesOf(skips)).toEqual([]);
  });
});

describe("checkSkipped() of an answer that calls send", () => {
  const sending = (body: string) =>
    messagesOf({
      reader: KNOWN,
      consent: ADULT,
      more: {
        [`flows/${FLOW}/services.yaml`]:
          "services: { office: { description: Office, baseUrlFrom: OFFICE_URL } }\n",
        [`flows/${FLOW}/calls/office.yaml`]: `calls:\n  send: { description: Sends, service: office, method: POST, path: /cards, timeoutMs: 1000, body: { lives: ${body} } }\n`,
        [`flows/${FLOW}/guards.yaml`]: `${shipped.get(`flows/${FLOW}/guards.yaml`) ?? ""}  home: { description: home, rule: { var: reader.lives } }\n`,
      },
    });

  it.each(["{ optional: { value: home } }", "{ optional: { var: reader.lives } }"])(
    "is silent where each call sends it only if it is there: %s",
    async (body) => {
      expect(await sending(body)).toEqual([]);
    },
  );

  it.each(["{ value: home }", "{ var: reader.lives }"])(
    "names one that a call needs: %s",
    async (body) => {
      expect(await sending(body)).toHaveLength(1);
    },
  );
});

const PHONE = `  phone:
    type: string
    maxLength: 20
    errorMessage: { '*': validation.lives.required }
    x-autocomplete: 'off'
    x-pii: personal
    x-bind: reader.phone
`;

/** Problems of a card whose pages of consent and of a phone both ask for the phone. */
async function problemsOf(phone: string, consent: string) {
  const [state, front] = [`schemas/${FLOW}/state.yaml`, `flows/${FLOW}/flow.yaml`] as const;
  const problems = await cardProblems({
    [form("phone")]: `type: object\nrequired: [phone]\nproperties:\n${PHONE}`,
    [screen("phone")]:
      `screen: phone\npath: /{applicationId}/phone\nkind: form\nform: phone\n${phone}\n` +
      "actions:\n  back: { style: back, keep: true, to: previous }\n  submit: { then: resume }\n",
    [form("consent")]:
      mustReplace(shipped.get(form("consent")), "[parent]", "[parent, phone]") + PHONE,
    [screen("consent")]: mustReplace(shipped.get(screen("consent")), /skip: .*\n/, `${consent}\n`),
    [state]: mustReplace(
      shipped.get(state),
      "      lives:",
      "      phone: { type: string, x-pii: personal }\n      lives:",
    ),
    [front]: mustReplace(
      mustReplace(shipped.get(front), "[reader, consent,", "[reader, phone, consent,"),
      "screens: [consent]",
      "screens: [consent, phone]",
    ),
  });
  return problems.filter(({ code }) => code === "FLOW-SKIP-LACKS");
}

describe("checkSkipped() of screens that stand for one another", () => {
  const of = (place: string) => `exists: { match: { reader.lives: ${place} } }`;

  it("is silent where an answer that is always required decides between them", async () => {
    expect(await problemsOf(of("here"), of("elsewhere"))).toEqual([]);
  });

  it("leads to the condition that passes the screen by", async () => {
    const [problem, ...others] = await problemsOf(of("here"), of("here"));
    expect(others).toEqual([]);
    expect(problem).toMatchObject({
      line: 5,
      suggestion:
        'an `exists` of "consent" that holds without it; or { optional: … } where calls send it',
    });
  });
});
