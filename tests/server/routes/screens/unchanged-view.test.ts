import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Service } from "../../../../server/service.ts";
import { outsideIsUp, testService, Visitor } from "../../service.ts";

const ANSWERS = [
  { name: "Ada Noor", born: "1990/02/28", lives: "here" },
  { name: "Ada Noor", born: "1990/02/28", lives: "here" },
  { name: "Bo Lind", born: "1991/03/01", lives: "here" },
];

describe.skipIf(!(await outsideIsUp()))("GET {path} with If-None-Match", () => {
  let service: Service;
  let stop: () => Promise<void>;
  beforeAll(async () => {
    ({ service, stop } = await testService("outside"));
  });
  afterAll(() => stop?.());

  it("answers 304 as long as a whole answer has the same tag, and 200 after each change", async () => {
    const visitor = new Visitor(service);
    await visitor.get("/library-card");
    await visitor.act("submit");
    const form = visitor.path;
    const tags = new Set<string>();
    let tag = '"none"';
    for (const data of ANSWERS) {
      for (const locale of ["en-CA", "fr-CA", "en-CA"])
        for (let again = 0; again < 3; again++) {
          const headers = { "accept-language": locale };
          const whole = await visitor.get(form, headers);
          const now = String(whole.headers["etag"]);
          const asked = await visitor.get(form, { ...headers, "if-none-match": tag });
          expect([asked.statusCode, asked.headers["etag"]]).toEqual([tag === now ? 304 : 200, now]);
          tags.add(now);
          tag = now;
        }
      await visitor.get(form);
      await visitor.act("submit", data);
    }
    expect(tags.size).toBeGreaterThanOrEqual(ANSWERS.length);
  });
});
