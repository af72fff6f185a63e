import { describe, expect, it } from "vitest";
import { AccessTokens } from "../../../server/calls/access-tokens.ts";
import { Unreached } from "../../../server/calls/unreached.ts";

const WANTED = { url: "https://issuer.example/token", clientId: "a", clientSecret: "b" };

/** Tokens of an issuer whose answers are given, at a clock that the test moves. */
function issuer(...answers: readonly (readonly [status: number, text: string])[]) {
  const clock = { now: 0 };
  let asked = 0;
  const tokens = new AccessTokens(() => clock.now);
  const get = async () =>
    tokens.get(WANTED, async () => {
      const [status, text] = answers[asked++] ?? [500, ""];
      return Promise.resolve({ status, text });
    });
  return { clock, tokens, get, asked: () => asked };
}

const token = (name: string, seconds: unknown): readonly [number, string] => [
  200,
  JSON.stringify({ access_token: name, expires_in: seconds }),
];

describe("AccessTokens", () => {
  it("renews a token before it ends", async () => {
    const { clock, get } = issuer(token("t1", 100), token("t2", 100));
    expect(await get()).toBe("t1");
    clock.now = 79_000;
    expect(await get()).toBe("t1");
    clock.now = 81_000;
    expect(await get()).toBe("t2");
  });

  it.each([
    ["a refusal", "answered 400 invalid_client", [400, '{"error":"invalid_client"}']],
    ["a failure", "answered 500", [500, "kim@example.com"]],
    ["no JSON", "answered 200 without an access_token", [200, "<html>"]],
    ["no token", "answered 200 without an access_token", [200, '{"access_token":7}']],
    ["null", "answered 200 without an access_token", [200, "null"]],
  ] as const)("gives none after %s, says why, and asks again", async (_, reason, answer) => {
    const { get, asked } = issuer(answer, token("t2", 60));
    await expect(get()).rejects.toThrow(new Unreached(`the token endpoint ${reason}`));
    expect(await get()).toBe("t2");
    expect(asked()).toBe(2);
  });

  it.each(["soon", -1, null, undefined])(
    "keeps a token that lives %s for a while",
    async (life) => {
      const { clock, get, asked } = issuer(token("t1", life));
      await get();
      clock.now = 60_000;
      expect(await get()).toBe("t1");
      expect(asked()).toBe(1);
    },
  );

  it("forgets the token that was refused, and no later one", async () => {
    const { tokens, get } = issuer(token("t1", 60), token("t2", 60));
    await get();
    await tokens.forget(WANTED, "t1");
    expect(await get()).toBe("t2");
    await tokens.forget(WANTED, "t1");
    expect(await get()).toBe("t2");
  });
});
