import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { ScreenView } from "../../../engine/render/view.ts";
import {
  discardDraft,
  forgetDraft,
  holdDraft,
  keepDraft,
  readDraft,
} from "../../../web/store/drafts.ts";

const PAUSE_MS = 200;
const storage = new Map<string, string>();
/** What the service was sent, and how it answers. */
const asked: {
  readonly data: object;
  readonly over: string;
  readonly keepalive: boolean | undefined;
  answer(at: string | undefined): Promise<void>;
}[] = [];

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse("2026-03-01T12:00:00Z") });
  vi.stubGlobal("sessionStorage", {
    getItem: (key: string) => storage.get(key) ?? null,
    setItem: (key: string, value: string) => storage.set(key, value),
    removeItem: (key: string) => storage.delete(key),
  });
  vi.stubGlobal("fetch", async (_: string, { body, keepalive, signal }: RequestInit) => {
    let settle: (response: Response) => void = () => undefined;
    const response = new Promise<Response>((resolve, reject) => {
      settle = resolve;
      signal?.addEventListener("abort", () => reject(new Error("aborted")));
    });
    asked.push({
      ...(JSON.parse(String(body)) as { data: object; over: string }),
      keepalive,
      async answer(at) {
        settle(at === undefined ? new Response(null, { status: 503 }) : Response.json({ at }));
        await vi.advanceTimersByTimeAsync(0);
      },
    });
    return response;
  });
});
afterEach(async () => {
  holdDraft(view());
  await vi.runOnlyPendingTimersAsync();
  storage.clear();
  asked.length = 0;
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const FORM = { ui: { ssn: { "ui:options": { pii: "secret" } } } } as unknown as ScreenView["form"];

function view(draft: ScreenView["draft"] = { over: "a" }): ScreenView {
  return {
    flow: "card",
    path: "/1/reader",
    form: FORM,
    ...(draft === undefined ? {} : { draft }),
  } as ScreenView;
}
/** What a view that is requested now restores. */
const restored = (shown: ScreenView) => readDraft(shown, Date.now() + 1);
const pause = () => vi.advanceTimersByTimeAsync(PAUSE_MS);

it("keepDraft() sends one after the other, the latest of the waiting ones, and no secret", async () => {
  keepDraft(view(), { name: "A", ssn: "1" });
  keepDraft(view(), { name: "Ad", ssn: "12" });
  await pause();
  expect(asked).toMatchObject([{ data: { name: "Ad" }, over: "a", keepalive: true }]);
  keepDraft(view(), { name: "Ada", ssn: "123" });
  keepDraft(view(), { name: "Ada N" });
  await pause();
  expect(asked.length).toBe(1);
  await asked[0]?.answer("2026-03-01T12:00:01.000Z");
  expect(asked.map(({ data }) => data)).toEqual([{ name: "Ad" }, { name: "Ada N" }]);
  await asked[1]?.answer("2026-03-01T12:00:02.000Z");
  keepDraft(view(), { name: "Ada N" });
  await pause();
  expect(asked.length).toBe(2);
  expect([...storage.values()].join()).not.toMatch(/"ssn"|"12/);
});

it("keepDraft() sends at once, and once, when the page is about to close, and never sends an oversized draft", async () => {
  keepDraft(view(), { name: "Ada" });
  keepDraft(view(), { name: "Ada", why: "x".repeat(9000) }, true);
  keepDraft(view(), { name: "Ada", why: "x".repeat(9000) }, true);
  expect(asked.map(({ data }) => data)).toEqual([{ name: "Ada" }]);
  expect(restored(view())).toEqual({ name: "Ada", why: "x".repeat(9000) });
});

it("holdDraft() of one page stops neither the waiting draft nor the request of another", async () => {
  const other = { ...view(), path: "/2/address" };
  keepDraft(view(), { name: "Ada" });
  holdDraft(other);
  await pause();
  expect(asked.map(({ data }) => data)).toEqual([{ name: "Ada" }]);
  keepDraft(other, { street: "Mill Lane" }, true);
  holdDraft(other);
  await asked[0]?.answer("2026-03-01T12:00:01.000Z");
  keepDraft(view(), { name: "Ada" });
  await pause();
  expect(asked.map(({ data }) => data)).toEqual([{ name: "Ada" }, { street: "Mill Lane" }]);
});

it("keepDraft() sends a failed draft with the next field, and sends nothing where drafts are off", async () => {
  keepDraft(view(), { name: "Ada" });
  await pause();
  await asked[0]?.answer(undefined);
  keepDraft(view(), { name: "Ada" });
  await pause();
  expect(asked.length).toBe(2);
  const none = { ...view(), draft: undefined } as unknown as ScreenView;
  holdDraft(none);
  keepDraft(none, { name: "Bo" }, true);
  expect([asked.length, restored(none)]).toEqual([2, { name: "Bo" }]);
});

it("readDraft() returns the latest local draft, unless the view has a newer one", async () => {
  keepDraft(view(), { name: "Ada" });
  // The service has nothing yet.
  expect(restored(view())).toEqual({ name: "Ada" });
  await pause();
  await asked[0]?.answer("2026-03-01T12:00:01.000Z");
  expect(restored(view({ over: "a", at: "2026-03-01T12:00:01.000Z" }))).toEqual({ name: "Ada" });
  // What followed is newer than what the service has, by whatever clock.
  vi.setSystemTime(0);
  keepDraft(view(), { name: "Ada N" });
  expect(restored(view({ over: "a", at: "2026-03-01T12:00:01.000Z" }))).toEqual({ name: "Ada N" });
  // What this page sent itself is older, however late it got there.
  const { by } = JSON.parse([...storage.values()][0] ?? "{}") as { by: string };
  expect(restored(view({ over: "a", at: "2026-03-01T13:00:00.000Z", by }))).toEqual({
    name: "Ada N",
  });
  // Another device typed since, and this one had not got through: the later counts.
  expect(restored(view({ over: "a", at: "2026-03-01T13:00:00.000Z" }))).toBeUndefined();
  vi.setSystemTime(Date.parse("2026-03-01T14:00:00Z"));
  keepDraft(view({ over: "a", at: "2026-03-01T11:00:00.000Z" }), { name: "Bo" });
  expect(restored(view({ over: "a", at: "2026-03-01T13:00:00.000Z" }))).toEqual({ name: "Bo" });
  // Answers were given since.
  expect(restored(view({ over: "b" }))).toBeUndefined();
  expect(storage.size).toBe(0);
});

it("readDraft() is newer than a view that was requested before the service had the draft", async () => {
  keepDraft(view(), { name: "Ada" });
  await pause();
  const reloaded = Date.now();
  vi.setSystemTime(reloaded + 300);
  await asked[0]?.answer("2026-03-01T12:00:01.000Z");
  expect(readDraft(view(), reloaded)).toEqual({ name: "Ada" });
  expect(readDraft(view({ over: "a", at: "2026-03-01T12:00:00.500Z", by: "x" }), reloaded)).toEqual(
    { name: "Ada" },
  );
  // Another device typed later than that.
  expect(
    readDraft(view({ over: "a", at: "2026-03-01T12:00:01.100Z", by: "x" }), reloaded),
  ).toBeUndefined();
});

it("readDraft() yields when all of it was sent, and a later draft or answer exists", async () => {
  keepDraft(view(), { name: "Ada" });
  await pause();
  await asked[0]?.answer("2026-03-01T12:00:01.000Z");
  expect(restored(view({ over: "a", at: "2026-02-01T00:00:00.000Z" }))).toBeUndefined();
});

it("forgetDraft() forgets here, discardDraft() at the service too", async () => {
  keepDraft(view(), { name: "Ada" });
  forgetDraft(view());
  await pause();
  expect([asked.length, restored(view())]).toEqual([0, undefined]);
  keepDraft(view(), { name: "Ada" });
  discardDraft(view());
  expect(asked.map(({ data }) => data)).toEqual([{}]);
});
