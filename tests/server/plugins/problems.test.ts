import Fastify from "fastify";
import { describe, expect, it } from "vitest";
import { ProblemError } from "../../../server/http/problem.ts";
import { problems } from "../../../server/plugins/problems.ts";
import { DatabaseUnavailable } from "../../../server/storage/database/database.ts";
import { QueueFull } from "../../../server/storage/database/batch-queue.ts";

/** What a route that throws is answered with. */
async function answerOf(error: Error) {
  const app = Fastify();
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
});
