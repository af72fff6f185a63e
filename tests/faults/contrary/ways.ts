import { setTimeout as sleep } from "node:timers/promises";
import type { PlatformAnswer, Reply } from "./reply.ts";
import { CALL_TIMEOUT_MS } from "./short-waits.ts";

/** The end of an id that the platform chose itself. */
export const OWN = "-of-its-own";

/** A way to answer a request otherwise. */
export interface Way {
  readonly name: string;
  /** The platform does what is asked, whatever it says. */
  readonly acts: boolean;
  answer(exchange: Exchange): Promise<void> | void;
}

/** The request that is answered otherwise. */
interface Exchange {
  /** Lets the sandbox do it. */
  handOn(): Promise<PlatformAnswer>;
  readonly reply: Reply;
}

const MESSAGE = JSON.stringify({ message: "The service says why" });
const HTML = { "content-type": "text/html" };
const PAGE = "<!doctype html><title>Gateway</title><p>Try again later";
const ELSEWHERE = { location: "https://elsewhere.example/" };

/** Refused or broken before anything happened. */
const REFUSALS: readonly Way[] = [
  ...[
    300, 304, 400, 401, 402, 403, 404, 405, 406, 407, 408, 409, 410, 411, 412, 413, 414, 415, 418,
    421, 422, 423, 425, 428, 431, 451, 500, 501, 502, 503, 504, 505, 507, 511, 599, 700, 999,
  ].map((status) => refusal(String(status), (reply) => reply.send(status))),
  refusal("400 with a message", (reply) => reply.send(400, MESSAGE)),
  refusal("400 with HTML", (reply) => reply.send(400, PAGE, HTML)),
  refusal("422 with errors", (reply) =>
    reply.send(422, JSON.stringify({ errors: [{ message: "Why" }, {}, null, "x"], code: "ODD" })),
  ),
  refusal("400 with odd errors", (reply) =>
    reply.send(400, JSON.stringify({ errors: "odd", details: { description: 1 }, message: [] })),
  ),
  refusal("429 with Retry-After", (reply) => reply.send(429, "", { "retry-after": "3600" })),
  refusal("417 to another site", (reply) => reply.send(417, "", ELSEWHERE)),
  refusal("417 to nowhere", (reply) => reply.send(417, "", { location: "::" })),
  refusal("417 without a location", (reply) => reply.send(417)),
  ...[301, 302, 307].map((status) =>
    refusal(`${status} to another site`, (reply) => reply.send(status, "", ELSEWHERE)),
  ),
  refusal("502 with HTML", (reply) => reply.send(502, PAGE, HTML)),
  refusal("connection refused", (reply) => reply.drop()),
  refusal("no HTTP", (reply) => reply.garbage()),
  refusal("never answered", async (reply) => {
    await sleep(CALL_TIMEOUT_MS * 1.2);
    reply.drop();
  }),
];

/** Done, and said otherwise. */
const ANSWERS: readonly Way[] = [
  body("an empty body", () => ""),
  ...["null", "true", "7", '"done"', "[]", "{}", "[{}]"].map((text) => body(text, () => text)),
  body("half of the JSON", (text) => text.slice(0, Math.ceil(text.length / 2))),
  body("a byte order mark", (text) => `\ufeff${text}`),
  body("no UTF-8", (text) => Buffer.concat([Buffer.from(text), Buffer.from([0xff, 0xfe])])),
  body("texts with NUL", (text) => changed(text, (each) => `${each}\u0000`)),
  body("texts with a lone surrogate", (text) => changed(text, (each) => `${each}\ud800`)),
  body("texts with controls", (text) => changed(text, (each) => `\u202e\u0007${each}\n`)),
  body("texts of a megabyte", (text) => changed(text, (each) => each + "x".repeat(1 << 18), 4)),
  body("numbers for texts", (text) => changed(text, () => 7)),
  body("lists for texts", (text) => changed(text, (each) => [each])),
  body("objects for texts", (text) => changed(text, (each) => ({ value: each }))),
  body("unknown members", (text) => text.replace(/^\{/, '{"__proto__":{"id":1},"constructor":1,')),
  body("deep nesting", (text) =>
    text.replace(/^\{/, `{"deep":${"[".repeat(20_000)}${"]".repeat(20_000)},`),
  ),
  body("huge numbers", (text) => text.replaceAll(/":(\d+)/g, '":$1e400')),
  body("ids of its own", (text) =>
    text.replaceAll(/"(id|applicationId)":"(urn:[^"]*)"/g, `"$1":"$2${OWN}"`),
  ),
  acting("HTML", ({ reply }) => reply.send(200, PAGE, HTML)),
  acting("JSON said to be HTML", ({ reply, answer }) =>
    reply.send(answer.status, answer.body, HTML),
  ),
  acting("a JSON text said to be gzip", ({ reply, answer }) =>
    reply.send(answer.status, answer.body, { "content-encoding": "gzip" }),
  ),
  ...[201, 202, 203, 206].map((status) =>
    acting(String(status), ({ reply, answer }) => reply.send(status, answer.body)),
  ),
  acting("202 without a body", ({ reply }) => reply.send(202)),
  acting("204", ({ reply }) => reply.send(204)),
  ...[408, 500, 502, 503, 504].map((status) =>
    acting(`${status} after it was done`, ({ reply }) => reply.send(status, MESSAGE)),
  ),
  acting("early hints", ({ reply, answer }) => {
    reply.early();
    reply.pass(answer);
  }),
];

/** Done, and the answer is lost, late, or one of two. */
const LOSSES: readonly Way[] = [
  acting("connection dropped", ({ reply }) => reply.drop()),
  acting("half of the body", async ({ reply, answer }) => reply.cut(answer, "length")),
  acting("half of the chunks", async ({ reply, answer }) => reply.cut(answer, "chunks")),
  acting("a body without an end", async ({ reply }) => reply.endless()),
  acting("late, within the timeout", async ({ reply, answer }) => {
    await sleep(CALL_TIMEOUT_MS / 2);
    reply.pass(answer);
  }),
  acting("later than the timeout", async ({ reply, answer }) => {
    await sleep(CALL_TIMEOUT_MS * 1.2);
    reply.pass(answer);
  }),
  {
    name: "done later than the timeout",
    acts: true,
    async answer({ handOn, reply }) {
      await sleep(CALL_TIMEOUT_MS * 1.2);
      reply.pass(await handOn());
    },
  },
  {
    name: "delivered twice",
    acts: true,
    async answer({ handOn, reply }) {
      await handOn();
      reply.pass(await handOn());
    },
  },
  {
    name: "delivered twice at once",
    acts: true,
    async answer({ handOn, reply }) {
      const [, second] = await Promise.all([handOn(), handOn()]);
      reply.pass(second);
    },
  },
  {
    name: "delivered again after the answer",
    acts: true,
    async answer({ handOn, reply }) {
      reply.pass(await handOn());
      await handOn();
    },
  },
];

/** Every way in which a platform may answer a request otherwise. */
export const WAYS: readonly Way[] = [...REFUSALS, ...ANSWERS, ...LOSSES];

function refusal(name: string, answer: (reply: Reply) => Promise<void> | void): Way {
  return { name, acts: false, answer: async ({ reply }) => answer(reply) };
}

function acting(
  name: string,
  answer: (done: {
    readonly reply: Reply;
    readonly answer: PlatformAnswer;
  }) => Promise<void> | void,
): Way {
  return {
    name,
    acts: true,
    answer: async ({ handOn, reply }) => answer({ reply, answer: await handOn() }),
  };
}

/** Answers with the sandbox's status and another body. */
function body(name: string, change: (text: string) => string | Buffer): Way {
  return acting(`200 with ${name}`, ({ reply, answer }) =>
    reply.send(answer.status, change(answer.body.toString())),
  );
}

/** The JSON text with the texts below it changed; at most so many of them. */
function changed(text: string, change: (text: string) => unknown, most = Infinity): string {
  let left = most;
  const next = (value: unknown): unknown => {
    if (typeof value === "string") return left-- > 0 ? change(value) : value;
    if (Array.isArray(value)) return value.map(next);
    return typeof value === "object" && value !== null
      ? Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, next(inner)]))
      : value;
  };
  try {
    return JSON.stringify(next(JSON.parse(text)));
  } catch {
    return text;
  }
}
