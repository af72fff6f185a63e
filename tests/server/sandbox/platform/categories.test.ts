import Fastify from "fastify";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { categoryRoutes } from "../../../../server/sandbox/platform/category-routes.ts";
import { readTables } from "../../../../server/sandbox/platform/tables.ts";
import type { Service } from "../../../../server/service.ts";
import { shippedLibrary } from "../../../definitions.ts";
import { ANSWERS, outsideIsUp, testService, Visitor } from "../../service.ts";

interface Told {
  readonly id: string;
  readonly mcc: string;
  readonly type: string;
  readonly label: string;
}

const flow = (await shippedLibrary()).flows.get("merchant-signup");
const app = Fastify();
const tables = readTables(flow?.attachments ?? {});
categoryRoutes(app, { flow: () => flow, tables: () => tables });
const get = async (url: string) =>
  (await app.inject({ method: "GET", url })).json<{ readonly [member: string]: unknown }>();
const predict = async (inputs: string, locale = "en-US") =>
  (await get(
    `/api/v2/categories/predict?inputs=${encodeURIComponent(inputs)}&locale=${locale}`,
  )) as { readonly top10LabelMlType: readonly string[] };

describe("GET /api/v2/categories/predict", () => {
  it("fails, or finds nothing, for texts that stand for it", async () => {
    const url = (inputs: string) =>
      `/api/v2/categories/predict?inputs=${encodeURIComponent(inputs)}`;
    expect((await app.inject({ method: "GET", url: url("Prediction fails") })).statusCode).toBe(
      503,
    );
    expect(await predict("prediction empty")).toEqual({ top10LabelMlType: [] });
    expect((await predict("bakery")).top10LabelMlType).not.toEqual([]);
  });
});

describe("GET /api/v2/categories", () => {
  it.each([
    ["en-US", "Restaurants and bars", "Café or coffee shop"],
    ["en-CA", "Restaurants and bars", "Café or coffee shop"],
    ["fr-CA", "Restaurants et bars", "Café"],
    ["__proto__", "Restaurants and bars", "Café or coffee shop"],
  ])(
    "serves 21 groups and 341 industries in the words of %s",
    async (locale, groupLabel, label) => {
      const { groups } = (await get(`/api/v2/categories?locale=${locale}`)) as {
        groups: readonly {
          readonly id: string;
          readonly label: string;
          readonly industries: readonly Told[];
        }[];
      };
      expect(groups.length).toBe(21);
      expect(groups.flatMap(({ industries }) => industries).length).toBe(341);
      const restaurants = groups.find(({ id }) => id === "restaurants");
      expect(restaurants?.label).toBe(groupLabel);
      expect(restaurants?.industries.find(({ id }) => id === "5812-cafe")).toEqual({
        id: "5812-cafe",
        mcc: "5812",
        type: "REGULAR",
        label,
        predictLabel: "café or coffee shop",
      });
    },
  );
});

describe("GET /api/v2/categories/predict", () => {
  it("answers at most ten labels, the likeliest first", async () => {
    const { top10LabelMlType: found } = await predict("nous réparons des voitures", "fr-CA");
    expect(found[0]).toBe("auto repair");
    expect(found.length).toBeLessThanOrEqual(10);
  });

  it.each(["zzzzqqqq", "", "the", "%%%", "\u0000"])("predicts nothing for %j", async (text) => {
    expect((await predict(text)).top10LabelMlType).toEqual([]);
  });

  it("takes a description of any length, and refuses one given twice", async () => {
    expect((await predict("bakery ".repeat(2000))).top10LabelMlType[0]).toBe("bakery");
    expect(
      (await app.inject({ method: "GET", url: "/api/v2/categories/predict?inputs=a&inputs=b" }))
        .statusCode,
    ).toBe(400);
  });
});

describe("the category screen", { skip: !(await outsideIsUp()) }, () => {
  let service: Service;
  let stop: () => Promise<void>;
  let visitor: Visitor;
  beforeAll(async () => {
    ({ service, stop } = await testService("outside"));
    visitor = new Visitor(service);
    await visitor.get("/get-started");
    await visitor.act("submit");
    await visitor.act("submit", ANSWERS.applicant);
    await visitor.act("submit", ANSWERS.business);
  });
  afterAll(() => stop?.());

  const suggest = async (text: string) =>
    (
      await service.app.inject({
        method: "POST",
        url: visitor.path,
        headers: { accept: "application/json", host: "localhost", cookie: visitor.cookie ?? "" },
        payload: { action: "@suggest", data: { field: "category", text } },
      })
    ).json<{
      suggestions: readonly object[];
    }>().suggestions;

  it("suggests categories with their tone", async () => {
    expect((await suggest("bakery"))[0]).toEqual({
      value: "5462",
      label: "Bakery",
      tone: "info",
    });
    expect((await suggest("poker room"))[0]).toMatchObject({ value: "7995", tone: "warning" });
    expect((await suggest("adult content"))[0]).toMatchObject({ value: "5967", tone: "error" });
  });

  it("suggests the usual ones where nothing matches, marked as such", async () => {
    const suggestions = await suggest("zzzzqqqq");
    expect(suggestions.length).toBe(10);
    expect(suggestions[0]).toEqual({
      value: "5812",
      label: "Restaurant",
      tone: "info",
      general: true,
    });
  });

  it("keeps the catalogue's note on the choice, and shows it again when the screen is opened later", async () => {
    const refused = (await visitor.act("submit", { category: "5967" })).json<{
      errors: readonly { pointer: string; message: string }[];
    }>();
    expect(refused.errors).toMatchObject([
      {
        pointer: "/category",
        message: "We cannot process payments for this category. Choose another one to continue.",
      },
    ]);
    expect((await visitor.act("submit", { category: "7995" })).json()).toMatchObject({
      screen: "address",
    });
    const category = visitor.path.replace("/address", "/category");
    expect((await visitor.get(category)).json()).toMatchObject({
      data: { category: "7995" },
      form: {
        suggests: {
          category: {
            chosen: { label: "Gambling or betting", tone: "warning" },
            notes: { warning: { link: { href: "https://partner.example/legal/restricted" } } },
          },
        },
      },
    });
  });
});
