import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { compileFlow } from "../../../engine/compile/compile-flow.ts";
import { mayNameHeader } from "../../../engine/language/header-names.ts";
import {
  isReserved,
  mayReadVariable,
  wrongPrefix,
} from "../../../engine/language/variable-prefix.ts";
import { SETTINGS } from "../../../server/settings/settings.ts";
import { editableSources } from "../../definitions.ts";

const shipped = await editableSources;
const SERVICES = "flows/library-card/services.yaml";
const CALLS = "flows/library-card/calls/post.yaml";
const PROVIDER = "flows/library-card/providers/card.yaml";

function problemsWith(texts: Readonly<Record<string, string>>) {
  const result = compileFlow(new Map([...shipped, ...Object.entries(texts)]), "library-card", [
    "LOCAL",
  ]);
  return (result.ok ? [] : result.problems).filter(({ severity }) => severity === "error");
}

const service = (members: string) =>
  problemsWith({ [SERVICES]: `services:\n  post: { description: The post, ${members} }\n` });

const provider = (members: string, more = "") =>
  problemsWith({
    [PROVIDER]: `description: Cards\nservice: { baseUrl: 'https://card.example', ${members} }\n${more}`,
  });

describe("services.yaml", () => {
  it.each([
    "baseUrlFrom: POST_URL",
    "prefix: MAILBOX_, baseUrlFrom: MAILBOX_URL, headers: { authorization: { env: MAILBOX_TOKEN } }",
    "baseUrlFrom: POST_URL, auth: { kind: bearer, token: POST_TOKEN }",
  ])("takes variables with the service's own prefix: %s", (members) => {
    expect(service(members)).toEqual([]);
  });

  it.each([
    ["FOYER_KEY"],
    ["DATABASE_URL"],
    ["PGPASSWORD"],
    ["PG_PASSWORD"],
    ["OIDC_CLIENT_SECRET"],
    ["SMTP_URL"],
    ["NODE_OPTIONS"],
    ["PATH"],
    ["HOME"],
    ["MAIL_FROM"],
    ["AWS_SECRET_ACCESS_KEY"],
    ["TWILIO_AUTH_TOKEN"],
  ])("refuses %s in a header, in credentials and as the base URL, with its place", (name) => {
    for (const members of [
      `baseUrlFrom: POST_URL, headers: { authorization: { env: ${name} } }`,
      `baseUrlFrom: POST_URL, auth: { kind: bearer, token: ${name} }`,
      `baseUrlFrom: POST_URL, auth: { kind: basic, user: POST_USER, password: ${name} }`,
      `baseUrlFrom: POST_URL, auth: { kind: headers, headers: { x-key: ${name} } }`,
      `baseUrlFrom: ${name}`,
    ]) {
      const [problem, ...more] = service(members);
      expect(more).toEqual([]);
      expect(problem).toMatchObject({ code: "FLOW-VARIABLE", file: SERVICES, line: 2 });
      expect(problem?.column).toBeGreaterThan(10);
      expect(problem?.message).toContain(name);
    }
  });

  it.each([
    ["FOYER_"],
    ["FOYER_SERVICES_"],
    ["DATABASE_"],
    ["PG_"],
    ["NODE_"],
    ["OIDC_"],
    ["SMTP_"],
    ["LD_"],
  ])("refuses the prefix %s", (prefix) => {
    const problems = service(`prefix: ${prefix}, baseUrlFrom: ${prefix}URL`);
    expect(problems.map(({ code, file, line }) => `${code} ${file} ${line}`)).toContain(
      `FLOW-VARIABLE ${SERVICES} 2`,
    );
  });

  it.each(["''", "_", "F", "A_", "foyer_", "FOYER", "'*_'"])(
    "refuses %s: it is no prefix",
    (prefix) => {
      expect(service(`prefix: ${prefix}, baseUrlFrom: POST_URL`)).toMatchObject([
        { code: "FLOW-SHAPE", file: SERVICES, line: 2 },
      ]);
    },
  );

  it("keeps services from one another's variables", () => {
    expect(
      problemsWith({
        [SERVICES]:
          "services:\n  post: { description: The post, baseUrlFrom: POST_URL }\n  thief: { description: A thief, prefix: POST_OFFICE_, baseUrlFrom: POST_OFFICE_URL }\n",
      }),
    ).toMatchObject([{ code: "FLOW-VARIABLE", file: SERVICES, line: 3 }]);
    expect(
      problemsWith({
        [SERVICES]:
          "services:\n  thief: { description: A thief, prefix: CARD_, baseUrlFrom: CARD_URL, headers: { x: { env: CARD_TOKEN } } }\n",
        [PROVIDER]:
          "description: Cards\nservice: { baseUrl: 'https://card.example', prefix: CARD_, auth: { kind: bearer, token: CARD_TOKEN } }\n",
      }),
    ).toMatchObject([{ code: "FLOW-VARIABLE", file: PROVIDER }]);
  });

  it.each(["host", "Host", "content-length", "transfer-encoding", "connection", "x-forwarded-for"])(
    "refuses the header %s in a service, its credentials and a call",
    (name) => {
      expect(service(`baseUrlFrom: POST_URL, headers: { ${name}: x }`)).toMatchObject([
        { code: "FLOW-HEADER", file: SERVICES, line: 2 },
      ]);
      expect(
        service(`baseUrlFrom: POST_URL, auth: { kind: headers, headers: { ${name}: POST_KEY } }`),
      ).toMatchObject([{ code: "FLOW-HEADER", file: SERVICES, line: 2 }]);
      expect(
        problemsWith({
          [SERVICES]: "services:\n  post: { description: The post, baseUrlFrom: POST_URL }\n",
          [CALLS]: `calls:\n  tell: { description: Tells, service: post, method: GET, path: /x, timeoutMs: 1000, headers: { ${name}: x } }\n`,
        }),
      ).toMatchObject([{ code: "FLOW-HEADER", file: CALLS, line: 2 }]);
    },
  );
});

describe("a provider", () => {
  it.each(["FOYER_", "DATABASE_", "PG_", "NODE_"])("cannot have the prefix %s", (prefix) => {
    expect(
      provider(`prefix: ${prefix}, auth: { kind: bearer, token: ${prefix}TOKEN }`).map(
        ({ code, file, line }) => `${code} ${file} ${line}`,
      ),
    ).toContain(`FLOW-VARIABLE ${PROVIDER} 2`);
  });

  it("has no secrets among its settings, which rules read", () => {
    expect(
      provider(
        "prefix: CARD_, auth: { kind: bearer, token: CARD_TOKEN }, settings: { shown: { env: CARD_TOKEN, description: A setting } }",
      ),
    ).toMatchObject([{ code: "FLOW-VARIABLE", file: PROVIDER, line: 2 }]);
  });

  it.each([
    "file:///etc/passwd",
    "http://card.example",
    "https://user:secret@card.example",
    "https://card.example?to=",
    "https://card.example#",
  ])("cannot be at %s", (baseUrl) => {
    expect(
      problemsWith({
        [PROVIDER]: `description: Cards\nservice: { baseUrl: '${baseUrl}', prefix: CARD_, auth: { kind: bearer, token: CARD_TOKEN } }\n`,
      }),
    ).toMatchObject([{ code: "FLOW-SHAPE", file: PROVIDER, line: 2 }]);
  });
});

describe("mayReadVariable()", () => {
  it("withholds every setting of the server from services, under any prefix", () => {
    const names = Object.keys(SETTINGS);
    expect(names.length).toBeGreaterThan(20);
    expect(names.filter((name) => !isReserved(name) && !name.startsWith("PLATFORM_"))).toEqual([]);
  });

  it("never lets a prefix match a reserved setting", () => {
    const name = fc.stringMatching(/^[A-Z][A-Z0-9_]{0,12}$/);
    fc.assert(
      fc.property(
        fc.oneof(name, fc.constantFrom("FOYER_", "PG_", "MAIL_")),
        name,
        (prefix, rest) => {
          const variable = `${prefix}${rest}`;
          if (mayReadVariable(prefix, variable)) {
            expect(isReserved(variable)).toBe(false);
            expect(wrongPrefix(prefix)).toBeUndefined();
          }
        },
      ),
      { numRuns: 20_000 },
    );
    expect(mayReadVariable("MAIL_", "MAIL_FROM")).toBe(false);
    expect(mayReadVariable("MAIL_", "MAIL_TOKEN")).toBe(true);
  });
});

describe("mayNameHeader()", () => {
  it.each(["a b", "a\nb", "a:b", "", "é"])("refuses %j", (name) => {
    expect(mayNameHeader(name)).toBe(false);
  });
});
