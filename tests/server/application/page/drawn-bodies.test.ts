import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import type { ScreenView } from "../../../../engine/render/view.ts";
import { writeView } from "../../../../engine/render/write-view.ts";
import {
  DrawnBodies,
  type DrawnBody,
  type DrawnPage,
} from "../../../../server/application/page/drawn-bodies.ts";

/** A drawing that has everything of a view in it. */
const draw = ({ view, key, nonce }: DrawnPage): DrawnBody => ({
  body: `<form action="${encodeURIComponent(view.path)}"><i>${view.revision}</i>${JSON.stringify(view.data)}<b>${key}-0</b></form>`,
  styles: `<style nonce="${nonce}"></style>`,
});

/** Pages of applications with the same view, but for what is given. */
const pageOf = (given: {
  readonly id?: string;
  readonly data?: object;
  readonly revision?: number;
}) =>
  ({
    view: {
      flow: "library-card",
      path: `/library-card/urn:card:${given.id ?? randomUUID()}/reader`,
      revision: given.revision ?? 3,
      data: given.data ?? {},
      words: {},
    } as unknown as ScreenView,
    key: randomUUID(),
    nonce: randomUUID(),
  }) satisfies DrawnPage;

function counted(now: () => number = () => 0) {
  let drawn = 0;
  const bodies = new DrawnBodies((page) => {
    drawn++;
    return draw(page);
  }, now);
  return {
    of(page: DrawnPage): DrawnBody {
      const { body, styles } = bodies.of(writeView(page.view), page);
      return { body: body.join(""), styles: styles.join("") };
    },
    drawn: () => drawn,
  };
}

describe("DrawnBodies", () => {
  it("draw the same view of any application once two had it, each with its own ids, revision, key and nonce", () => {
    const bodies = counted();
    for (let index = 0; index < 20; index++) {
      const page = pageOf({ revision: index });
      expect(bodies.of(page)).toEqual(draw(page));
    }
    expect(bodies.drawn()).toBe(2);
  });

  it("keep nothing that belongs to a single application", () => {
    const bodies = counted();
    const id = randomUUID();
    for (let index = 0; index < 5; index++) {
      const page = pageOf({ id, data: { name: "Ada" } });
      expect(bodies.of(page)).toEqual(draw(page));
    }
    expect(bodies.drawn()).toBe(5);
  });

  it("draw views anew that differ in anything else", () => {
    const bodies = counted();
    for (const name of ["Ada", "Kim", "Ada", "Kim", "Ada", "Kim"]) {
      const page = pageOf({ data: { name } });
      expect(bodies.of(page)).toEqual(draw(page));
    }
    expect(bodies.drawn()).toBe(4);
  });

  it("distinguish the ids in one view", () => {
    const bodies = counted();
    for (let index = 0; index < 4; index++) {
      const [one, other] = [randomUUID(), randomUUID()];
      const page = pageOf({ id: one, data: { first: other, second: one, third: other } });
      expect(bodies.of(page)).toEqual(draw(page));
    }
    expect(bodies.drawn()).toBe(2);
    const alike = pageOf({ data: { first: "x", second: "x", third: "x" } });
    expect(bodies.of(alike)).toEqual(draw(alike));
  });

  it("are forgotten after a minute", () => {
    let now = 0;
    const bodies = counted(() => now);
    for (let index = 0; index < 3; index++) bodies.of(pageOf({}));
    expect(bodies.drawn()).toBe(2);
    now = 60_001;
    const page = pageOf({});
    expect(bodies.of(page)).toEqual(draw(page));
    expect(bodies.drawn()).toBe(3);
  });
});
