import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { compileLibrary } from "../../../../server/definitions/flow-library.ts";
import type { Service } from "../../../../server/service.ts";
import { membersSources } from "../../../members-flow.ts";
import { signedIn } from "../../browsing.ts";
import { outsideIsUp, testService, Visitor } from "../../service.ts";
import { begin } from "./members.ts";
import { mustReplace } from "../../../must-replace.ts";

const outside = await outsideIsUp();

/** The members' flow with a button that signs out. */
async function leavingMembers() {
  const sources = new Map(await membersSources());
  const edit = (path: string, from: string, to: string) => {
    const text = sources.get(path) ?? "";
    if (!text.includes(from)) throw new Error(`${path} has no "${from}"`);
    sources.set(path, mustReplace(text, from, to));
  };
  edit(
    "flows/members/screens/reader.yaml",
    "  submit: { then: resume }\n",
    "  submit: { then: resume }\n  bye: { style: link, form: false, then: bye }\n",
  );
  for (const [locale, label] of [
    ["en-US", "Sign out"],
    ["en-CA", "Sign out"],
    ["fr-CA", "Se déconnecter"],
  ] as const) {
    const path = `content/members/${locale}/screens/reader.yaml`;
    const text = sources.get(path);
    if (text !== undefined)
      sources.set(
        path,
        mustReplace(text, "actions:\n", `actions:\n  bye: { label: "${label}" }\n`),
      );
  }
  sources.set(
    "flows/members/transitions/bye.yaml",
    "table: bye\ndescription: Out\nrows:\n  - { id: out, leave: { kind: sign-out, location: /sign-out } }\n",
  );
  return sources;
}

describe("an exit to sign-out", { skip: !outside }, () => {
  let service: Service;
  let stop: () => Promise<void>;
  beforeAll(async () => {
    ({ service, stop } = await testService("outside"));
    const compiled = compileLibrary(await leavingMembers(), "CI");
    if (!compiled.ok) throw new Error(JSON.stringify(compiled.problems.slice(0, 5), null, 1));
    service.use(compiled.library);
  });
  afterAll(() => stop?.());

  const member = async () => {
    const visitor = new Visitor(service);
    await signedIn(visitor, `${randomUUID()}@example.com`);
    return { visitor, path: await begin(visitor) };
  };
  const isIn = async (visitor: Visitor, path: string) =>
    (await visitor.get(path)).json() as { screen?: string; leave?: { to: string } };

  it("that a button leads to ends the session at once, and leads to the issuer's own end", async () => {
    const { visitor, path } = await member();
    const cookie = visitor.cookie;
    const out = await visitor.act("bye");
    expect(out.json()).toMatchObject({
      leave: { to: "sign-out", location: expect.stringContaining("/idp/session/end?") as string },
    });
    expect(out.headers["clear-site-data"]).toBe('"storage"');
    visitor.cookie = cookie;
    expect(await isIn(visitor, path)).toMatchObject({ leave: { to: "sign-in" } });
  });

  it("works the same for a form without scripts", async () => {
    const { visitor, path } = await member();
    const out = await visitor.post(
      `action=bye&revision=${visitor.revision}`,
      { accept: "text/html", "content-type": "application/x-www-form-urlencoded" },
      path,
    );
    expect([out.statusCode, out.headers["location"]]).toEqual([
      303,
      expect.stringContaining("/idp/session/end?"),
    ]);
  });

  it("is refused to another site's form", async () => {
    const { visitor, path } = await member();
    expect(
      (
        await visitor.post(
          { action: "bye", data: {}, revision: visitor.revision },
          { "sec-fetch-site": "cross-site" },
          path,
        )
      ).statusCode,
    ).toBe(403);
    expect(await isIn(visitor, path)).toMatchObject({ screen: "reader" });
  });
});
