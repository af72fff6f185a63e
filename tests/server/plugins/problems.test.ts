import Fastify from "fastify";
import { describe, expect, it } from "vitest";
import { ProblemError } from "../../../server/http/problem.ts";
import { problems } from "../../../server/plugins/problems.ts";
import { DatabaseUnavailable } from "../../../server/storage/database/database.ts";
import { QueueFull } from "../../../server/storage/database/batch-queue.ts";

/** What a route that throws is answered with. */
async function answerOf(error: Error, log?: { write(line: string): void }) {
  const app = Fastify(log === undefined ? {} : { logger: { stream: log } });
  problems(app);
  app.get("/", () => {
    throw error;
  });
  const answer = await app.inject("/");
  await app.close();
  return answer;
}

describe("problems()", () => {
  it.each([
    [new QueueFull(1000), 503, "busy"],
    [new DatabaseUnavailable(new Error("away")), 503, "unavailable"],
  ])("answers %s with a status that invites another try", async (error, status, code) => {
    const answer = await answerOf(error);
    expect(answer.statusCode).toBe(status);
    expect(answer.headers["retry-after"]).toBe("2");
    expect(answer.json()).toMatchObject({ type: `urn:foyer:problem:${code}`, status });
  });

  it("answers a refusal as it is, and hides an unexpected error", async () => {
    const refused = await answerOf(
      new ProblemError({ status: 409, code: "stale", title: "Something has changed" }),
    );
    expect(refused.statusCode).toBe(409);
    expect(refused.json()).toMatchObject({ type: "urn:foyer:problem:stale" });
    const broken = await answerOf(new Error("the secret is 42"));
    expect(broken.statusCode).toBe(500);
    expect(broken.body).not.toContain("42");
  });

  it("answers a number that no column holds as malformed, and quotes no value in the log", async () => {
    const refused = (code: string) =>
      Object.assign(new Error('value "4242" is out of range'), { code });
    expect((await answerOf(refused("22003"))).statusCode).toBe(400);
    const lines: string[] = [];
    const log = { write: (line: string) => void lines.push(line) };
    expect((await answerOf(refused("22P02"), log)).statusCode).toBe(500);
    expect(lines.join("")).toContain("22P02");
    expect(lines.join("")).not.toContain("4242");
  });
});
