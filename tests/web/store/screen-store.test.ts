// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { ScreenView } from "../../../engine/render/view.ts";
import { createScreenStore } from "../../../web/store/screen-store.ts";

const INVALID = "urn:foyer:problem:invalid";

const asked: RequestInit[] = [];
const answers: (Response | Error)[] = [];
beforeEach(() => {
  asked.length = 0;
  answers.length = 0;
  vi.stubGlobal("fetch", async (_: string, init: RequestInit) => {
    asked.push(init);
    const answer = answers.shift();
    if (answer === undefined || answer instanceof Error) throw answer ?? new Error("no answer");
    return answer;
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const view = (screen: string, more: object = {}): ScreenView =>
  ({
    flow: "card",
    screen,
    path: `/${screen}`,
    revision: 1,
    actions: [],
    notices: [],
    ...more,
  }) as unknown as ScreenView;
const keyOf = ({ headers }: RequestInit) => (headers as Record<string, string>)["idempotency-key"];

describe("createScreenStore()", () => {
  it("shows the view that a press leads to, and counts it as another turn", async () => {
    const store = createScreenStore(view("name"));
    answers.push(Response.json(view("address")));
    await store.getState().press("submit", { name: "Ada" });
    expect(store.getState()).toMatchObject({ turn: 1, busy: undefined, errors: [] });
    expect(store.getState().view.screen).toBe("address");
    expect(location.pathname).toBe("/address");
  });

  it("keeps the screen and announces the errors of an invalid form", async () => {
    const store = createScreenStore(view("name"));
    const errors = [{ pointer: "/name", code: "required", message: "Enter a name" }];
    answers.push(Response.json({ type: INVALID, errors }, { status: 422 }));
    await store.getState().press("submit", {});
    expect(store.getState()).toMatchObject({ turn: 0, errors, announced: 1, failure: undefined });
  });

  it("shows the page of a new version at once, with what it says, and keeps what is typed", async () => {
    const store = createScreenStore(view("name", { form: {} }));
    const notices = [{ id: "updated", tone: "warning", text: "Brought up to date" }];
    const type = "urn:foyer:problem:updated";
    const answer = { type, view: view("name", { form: {}, notices }) };
    answers.push(Response.json(answer, { status: 409 }));
    await store.getState().press("submit", { name: "Ada" });
    expect(store.getState()).toMatchObject({ turn: 0, view: { notices }, busy: undefined });
    expect(store.getState().conflict).toBeUndefined();
  });

  it("counts a screen that has lost its form as another turn, with the errors on it at once", async () => {
    const drawn: unknown[] = [];
    const store = createScreenStore(view("code", { form: {} }), undefined, async (change) => {
      change();
      const { turn, errors } = store.getState();
      drawn.push([turn, errors.length]);
    });
    const errors = [{ pointer: "/code", code: "expired", message: "The code is too old" }];
    answers.push(Response.json({ type: INVALID, errors, view: view("code") }, { status: 422 }));
    await store.getState().press("submit", { code: "864209" });
    expect(drawn).toEqual([[1, 1]]);
    answers.push(Response.json(view("code", { form: {} })));
    await store.getState().press("renew", {});
    expect(store.getState()).toMatchObject({ turn: 2, errors: [] });
  });

  it("keeps what a press was answered through polls without news, until the page is another", async () => {
    const notices = [{ id: "looked", tone: "info", text: "There is no news yet." }];
    const store = createScreenStore(view("waiting"));
    answers.push(
      Response.json(view("waiting", { notices })),
      Response.json(view("waiting", { revision: 2 })),
      Response.json(view("done")),
    );
    await store.getState().press("look", {});
    await store.getState().poll("poll");
    expect(store.getState().view).toMatchObject({ revision: 2, notices });
    await store.getState().poll("poll");
    expect(store.getState().view).toMatchObject({ screen: "done", notices: [] });
  });

  it("drops the answer to a poll that a press has overtaken, before and after the press's own", async () => {
    for (const first of ["poll", "press"] as const) {
      const store = createScreenStore(view("waiting"));
      const held: ((answer: Response) => void)[] = [];
      vi.stubGlobal("fetch", async () => new Promise<Response>((resolve) => held.push(resolve)));
      const polled = store.getState().poll("poll");
      const pressed = store.getState().press("submit", {});
      const answer = {
        poll: () => held[0]?.(Response.json(view("waiting", { revision: 2 }))),
        press: () => held[1]?.(Response.json(view("done", { revision: 3 }))),
      };
      answer[first]();
      await (first === "poll" ? polled : pressed);
      answer[first === "poll" ? "press" : "poll"]();
      await Promise.all([polled, pressed]);
      expect(store.getState().view).toMatchObject({ screen: "done", revision: 3 });
      expect(store.getState()).toMatchObject({ turn: 1, conflict: undefined });
    }
  });

  it("keeps a failed press, its repetition and the errors through polls of the same page", async () => {
    vi.useFakeTimers();
    const store = createScreenStore(view("waiting"));
    const errors = [{ pointer: "/name", code: "required", message: "Enter a name" }];
    store.getState().setErrors(errors, true);
    answers.push(
      new Response(null, { status: 503, headers: { "retry-after": "10" } }),
      Response.json(view("waiting", { revision: 2 })),
      Response.json(view("done")),
    );
    await store.getState().press("submit", { name: "Ada" });
    await store.getState().poll("poll");
    expect(store.getState()).toMatchObject({ view: { revision: 2 }, failure: "busy", errors });
    await vi.advanceTimersByTimeAsync(10_000);
    expect(JSON.parse(String(asked[2]?.body))).toMatchObject({ action: "submit", revision: 2 });
    expect(store.getState()).toMatchObject({ view: { screen: "done" }, errors: [] });
    expect(store.getState().failure).toBeUndefined();
  });

  it("does not poll while a conflict waits for a choice", async () => {
    const store = createScreenStore(view("waiting"));
    answers.push(Response.json({ view: view("waiting", { revision: 2 }) }, { status: 409 }));
    await store.getState().press("submit", { name: "Ada" });
    await store.getState().poll("poll");
    expect([asked.length, store.getState().conflict?.view.revision]).toEqual([1, 2]);
  });

  it("sends the same key when a lost press is made again, and a new one for other answers", async () => {
    const store = createScreenStore(view("name"));
    answers.push(new Error("lost"), new Error("lost"), Response.json(view("address")));
    await store.getState().press("submit", { name: "Ada" });
    expect(store.getState()).toMatchObject({ failure: "lost", failures: 1 });
    await store.getState().press("submit", { name: "Ada" });
    await store.getState().press("submit", { name: "Bo" });
    const [first, second, third] = asked.map(keyOf);
    expect(first).toMatch(/^[0-9a-f-]{36}$/);
    expect(second).toBe(first);
    expect(third).not.toBe(first);
  });

  it("sends what the form holds by now when a failed press is made again, by hand or by itself", async () => {
    const store = createScreenStore(view("name"));
    let typed: object | undefined = { name: "Ada" };
    const read = () => typed as { name: string } | undefined;
    answers.push(new Error("lost"), new Error("lost"), new Error("lost"));
    await store.getState().press("submit", { name: "Ada" }, { read });
    await store.getState().pressAgain();
    typed = { name: "Ada Noor" };
    await store.getState().pressAgain();
    store.getState().setOffline(true);
    typed = undefined;
    answers.push(Response.json(view("address")));
    store.getState().setOffline(false);
    await vi.waitFor(() => expect(store.getState().view.screen).toBe("address"));
    const sent = asked.map(({ body }) => (JSON.parse(String(body)) as { data: object }).data);
    expect(sent).toEqual([
      { name: "Ada" },
      { name: "Ada" },
      { name: "Ada Noor" },
      { name: "Ada Noor" },
    ]);
    const [first, same, other, gone] = asked.map(keyOf);
    expect([first === same, same === other, other === gone]).toEqual([true, false, true]);
  });

  it("leaves a press that failed for another reason to the person when a connection is told of", async () => {
    const store = createScreenStore(view("name"));
    answers.push(new Error("lost"));
    await store.getState().press("submit", { name: "Ada" });
    store.getState().setOffline(false);
    await new Promise((resolve) => setTimeout(resolve, 0));
    expect([asked.length, store.getState().failure]).toEqual([1, "lost"]);
  });

  it("says that the session is over, also after a connection was lost and is back", () => {
    const store = createScreenStore(view("name"));
    store.getState().endSession();
    store.getState().setOffline(true);
    store.getState().setOffline(false);
    expect(store.getState().failure).toBe("session-over");
  });

  it("keeps the page and its address when another language or address cannot be had, and repeats it", async () => {
    const assign = vi.spyOn(location, "assign").mockImplementation(() => undefined);
    const store = createScreenStore(view("name", { locale: "en-US" }));
    answers.push(new Error("lost"), Response.json(view("name", { locale: "fr-CA" })));
    store.getState().setPressed({ action: "submit", item: undefined });
    await store.getState().switchLocale("/name?locale=fr-CA");
    expect(store.getState()).toMatchObject({ failure: "lost", view: { locale: "en-US" } });
    // It is no message of the button that was pressed before, and is said.
    expect(store.getState()).toMatchObject({ pressed: undefined, failures: 1 });
    await store.getState().pressAgain();
    expect(store.getState().view.locale).toBe("fr-CA");
    expect(store.getState().failure).toBeUndefined();
    history.replaceState(null, "", "/before");
    answers.push(new Response(null, { status: 503 }), Response.json(view("before")));
    await store.getState().open("/before", false);
    expect([location.pathname, store.getState().failure]).toEqual(["/name", "busy"]);
    await store.getState().pressAgain();
    expect([location.pathname, store.getState().view.screen]).toEqual(["/before", "before"]);
    expect(assign).not.toHaveBeenCalled();
    assign.mockRestore();
  });

  it("draws the present page in another language where a press has overtaken it", async () => {
    const page = (part: string, locale: string) =>
      view("name", { path: `/name?part=${part}`, locale });
    const store = createScreenStore(page("first", "en-US"));
    answers.push(
      Response.json(page("first", "fr-CA")),
      Response.json(page("second", "en-US")),
      Response.json(page("second", "fr-CA")),
    );
    const switched = store.getState().switchLocale("/name?part=first&locale=fr-CA");
    await store.getState().press("submit", {});
    await switched;
    expect(store.getState().view).toMatchObject({ path: "/name?part=second", locale: "fr-CA" });
  });

  it("keeps its own answers after a conflict on the newer revision", async () => {
    const store = createScreenStore(view("name"));
    answers.push(Response.json({ view: view("name", { revision: 5 }) }, { status: 409 }));
    await store.getState().press("submit", { name: "Ada" });
    expect(store.getState().conflict?.view.revision).toBe(5);
    answers.push(Response.json(view("address")));
    await store.getState().keepMine();
    expect(JSON.parse(String(asked[1]?.body))).toMatchObject({
      revision: 5,
      data: { name: "Ada" },
    });
    expect(store.getState().view.screen).toBe("address");
  });

  it("shows the new screen with buttons that are ready, and takes the next press once it is there", async () => {
    const drawn: unknown[] = [];
    const store = createScreenStore(
      view("name"),
      async () => undefined,
      async (change) => {
        await Promise.resolve();
        change();
        drawn.push(
          store.getState().view.screen,
          store.getState().busy,
          store.getState().isRunning(),
        );
        // Pressed before the new screen is in the document: the answer is still under way.
        await store.getState().press("submit", {});
      },
    );
    answers.push(Response.json(view("address")), Response.json(view("end")));
    await store.getState().press("submit", {});
    expect(drawn).toEqual(["address", undefined, true]);
    expect([asked.length, store.getState().isRunning()]).toEqual([1, false]);
    await store.getState().press("submit", {});
    expect(asked.length).toBe(2);
  });

  it("accepts another press after one whose screen could not be drawn", async () => {
    const store = createScreenStore(
      view("name"),
      async () => undefined,
      async () => {
        throw new Error("not drawn");
      },
    );
    answers.push(Response.json(view("address")), Response.json(view("address")));
    await expect(store.getState().press("submit", {})).rejects.toThrow("not drawn");
    expect(store.getState()).toMatchObject({ busy: undefined, slow: false });
    expect(store.getState().isRunning()).toBe(false);
  });

  it("opens one request for two presses at once", async () => {
    const store = createScreenStore(view("name"));
    answers.push(Response.json(view("address")));
    await Promise.all([store.getState().press("submit", {}), store.getState().press("submit", {})]);
    expect(asked.length).toBe(1);
  });
});
