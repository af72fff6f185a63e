import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Service } from "../../../../server/service.ts";
import { outsideIsUp, testService } from "../../service.ts";

const outside = await outsideIsUp();
const HTTPS = { FOYER_ENV: "TEST", PUBLIC_URL: "https://localhost" };

describe("cookies where https alone is spoken", { skip: !outside }, () => {
  let service: Service;
  let stop: () => Promise<void>;
  beforeAll(async () => {
    ({ service, stop } = await testService("outside", HTTPS));
  });
  afterAll(() => stop?.());

  const ask = async (url: string, cookie = "", body?: object) => {
    const response = await service.app.inject({
      method: body === undefined ? "GET" : "POST",
      url,
      headers: {
        host: "localhost",
        accept: "application/json",
        cookie,
        ...(body === undefined ? {} : { "content-type": "application/json" }),
      },
      ...(body === undefined ? {} : { payload: body }),
    });
    return { response, cookies: [response.headers["set-cookie"] ?? []].flat() };
  };
  const begin = async () => {
    const { response, cookies } = await ask("/library-card", "", {
      action: "submit",
      data: {},
      revision: 0,
    });
    const [cookie = ""] = (cookies[0] ?? "").split(";");
    return { cookie, path: (response.json() as { path: string }).path };
  };

  it("are given under the name that no other host of the domain can set", async () => {
    const { cookies } = await ask("/library-card", "", { action: "submit", data: {}, revision: 0 });
    expect(cookies).toEqual([
      expect.stringMatching(
        /^__Host-foyer_session=host-[\w-]{43}; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
      ),
    ]);
    const signIn = await service.app.inject({
      url: "/sign-in",
      headers: { host: "localhost", accept: "text/html" },
    });
    expect([signIn.headers["set-cookie"]].flat()).toEqual([
      expect.stringMatching(/^__Host-foyer_sign_in=[^;]+; Max-Age=900; Path=\/; HttpOnly; Secure/),
    ]);
  });

  it("do not let a neighbour's cookie in: a session of today under the former name is none", async () => {
    const { cookie, path } = await begin();
    const known = async (given: string) =>
      (await ask(path, given)).response.json() as { screen?: string; data?: object };
    expect(await known(cookie)).toMatchObject({ screen: "reader" });
    expect(await known(cookie.replace("__Host-", ""))).not.toMatchObject({ screen: "reader" });
    // Nor does one beside the right one get in its way.
    const planted = (await begin()).cookie.replace("__Host-", "");
    expect(await known(`${planted}; ${cookie}`)).toMatchObject({ screen: "reader" });
  });

  it("of the release before are read while it is replaced, and taken away at sign-out", async () => {
    const { path } = await begin();
    // As the release before has it: a token without a mark, under the name without a prefix.
    const token = "o".repeat(43);
    await service.database.query(
      "update applications set subject = sha256($1::bytea) where id = $2",
      [Buffer.from(token), path.split("/")[2]],
    );
    await service.database.query("insert into sessions (id_hash) values (sha256($1::bytea))", [
      Buffer.from(token),
    ]);
    const cookie = `foyer_session=${token}`;
    expect((await ask(path, cookie)).response.json()).toMatchObject({ screen: "reader" });
    const { cookies } = await ask("/sign-out", cookie, {});
    expect(cookies).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^__Host-foyer_session=; Max-Age=0/),
        expect.stringMatching(/^foyer_session=; Max-Age=0/),
      ]),
    );
    expect((await ask(path, cookie)).response.json()).not.toMatchObject({ screen: "reader" });
  });
});

describe("cookies of pages that stand in frames", { skip: !outside }, () => {
  it("are kept for each site around them", async () => {
    const { service, stop } = await testService("outside", {
      ...HTTPS,
      FRAME_ANCESTORS: "https://partner.example",
    });
    try {
      for (const url of ["/sign-in", "/library-card?locale=en-US"]) {
        const { headers } = await service.app.inject({
          url,
          headers: { host: "localhost", accept: "text/html" },
        });
        const cookies = [headers["set-cookie"] ?? []].flat();
        expect(cookies).toHaveLength(1);
        expect(cookies[0]).toMatch(/; Secure; Partitioned; SameSite=None$/);
      }
    } finally {
      await stop();
    }
  });
});
