// @vitest-environment happy-dom
import { act, createElement, useEffect } from "react";
import { createRoot, type Root } from "react-dom/client";
import { I18nextProvider } from "react-i18next";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { FileView, ScreenView } from "../../../engine/render/view.ts";
import type { FileFieldOptions } from "../../../web/form/field-options.ts";
import { useUploads, type Uploads } from "../../../web/form/use-uploads.ts";
import { wordsOf } from "../../../web/i18n/words.ts";
import { createScreenStore, type ScreenStore } from "../../../web/store/screen-store.ts";
import { StoreContext } from "../../../web/store/use-screen.ts";

/** A request for one file, which the test answers. */
class FakeRequest extends EventTarget {
  static readonly sent: FakeRequest[] = [];
  readonly upload = new EventTarget();
  timeout = 0;
  status = 0;
  responseText = "";
  name = "";
  open(): void {}
  setRequestHeader(): void {}
  send(body: FormData): void {
    this.name = (body.get("file") as File).name;
    FakeRequest.sent.push(this);
  }
  abort(): void {
    this.dispatchEvent(new Event("abort"));
  }
  answer(status: number, body: object): void {
    this.status = status;
    this.responseText = JSON.stringify(body);
    this.dispatchEvent(new Event("load"));
  }
}

const OPTIONS: FileFieldOptions = {
  accept: [],
  pictures: [],
  maxBytes: 1000,
  most: 3,
  kinds: "PDF",
  size: "1 KB",
};
const kept: string[] = [];
let uploads: Uploads | undefined;
let store: ScreenStore;
let root: Root;

function Field() {
  const latest = useUploads("proof", OPTIONS, (given) => kept.push(given.name));
  useEffect(() => {
    uploads = latest;
  });
  return null;
}

const file = (name: string) => new File(["%PDF"], name, { type: "application/pdf" });
const view = (name: string): FileView => ({ id: name, name }) as unknown as FileView;
const names = () => FakeRequest.sent.map((request) => request.name);
const at = (index: number): FakeRequest => {
  const request = FakeRequest.sent[index];
  if (request === undefined) throw new Error(`There is no request ${index}`);
  return request;
};
const doing = async (work: () => void) =>
  act(async () => {
    work();
    await new Promise((resolve) => setTimeout(resolve, 5));
  });
const errors = () => store.getState().errors.map(({ code, message }) => [code, message]);

beforeEach(async () => {
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", true);
  vi.stubGlobal("XMLHttpRequest", FakeRequest);
  FakeRequest.sent.length = 0;
  kept.length = 0;
  const form = { messages: { proof: { "file.many": "Too many files" } } };
  store = createScreenStore({
    path: "/card",
    locale: "en-US",
    form,
    words: {},
  } as unknown as ScreenView);
  root = createRoot(document.body.appendChild(document.createElement("div")));
  const words = wordsOf("en-US", {});
  await act(async () => {
    root.render(
      createElement(
        I18nextProvider,
        { i18n: words },
        createElement(StoreContext, { value: store }, createElement(Field)),
      ),
    );
  });
});
afterEach(async () => {
  await act(async () => root.unmount());
  vi.unstubAllGlobals();
});

describe("useUploads()", () => {
  it("sends files one after the other, and the next one when a failed one is cancelled", async () => {
    await doing(() => uploads?.send([file("a.pdf"), file("b.pdf")], 0));
    expect(names()).toEqual(["a.pdf"]);
    await doing(() => at(0).dispatchEvent(new Event("error")));
    expect(uploads?.now).toMatchObject({ name: "a.pdf", failed: true });
    await doing(() => uploads?.cancel());
    expect(names()).toEqual(["a.pdf", "b.pdf"]);
    await doing(() => at(1).answer(201, view("b.pdf")));
    expect([kept, uploads?.now]).toEqual([["b.pdf"], undefined]);
  });

  it("does not send a file that is cancelled while it is made smaller", async () => {
    await act(async () => {
      uploads?.send([file("a.pdf")], 0);
      uploads?.cancel();
      await new Promise((resolve) => setTimeout(resolve, 5));
    });
    expect([names(), kept, uploads?.now]).toEqual([[], [], undefined]);
  });

  it("says why one of several files was refused, after the others are kept", async () => {
    await doing(() => uploads?.send([file("a.pdf"), file("b.pdf")], 0));
    await doing(() =>
      at(0).answer(422, { errors: [{ code: "file.damaged", message: "Damaged" }] }),
    );
    await doing(() => at(1).answer(201, view("b.pdf")));
    expect([kept, errors()]).toEqual([["b.pdf"], [["file.damaged", "Damaged"]]]);
  });

  it("says that more files were chosen than fit, and sends those that do", async () => {
    await doing(() => uploads?.send([file("a.pdf"), file("b.pdf")], 2));
    await doing(() => at(0).answer(201, view("a.pdf")));
    expect([kept, errors()]).toEqual([["a.pdf"], [["file.many", "Too many files"]]]);
  });

  it("counts the files that wait among those that the field takes", async () => {
    await doing(() => uploads?.send([file("a.pdf"), file("b.pdf"), file("c.pdf")], 0));
    await doing(() => uploads?.send([file("d.pdf")], 0));
    for (const [index, name] of ["a.pdf", "b.pdf", "c.pdf"].entries())
      await doing(() => at(index).answer(201, view(name)));
    expect(names()).toEqual(["a.pdf", "b.pdf", "c.pdf"]);
    expect(errors()).toEqual([["file.many", "Too many files"]]);
  });
});
