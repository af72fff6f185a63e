import { ownMember } from "../../../engine/language/json.ts";
import { setTimeout as sleep } from "node:timers/promises";
import type { FastifyInstance } from "fastify";
import type { CompiledFlow } from "../../../engine/compile/compiled-flow.ts";
import { failed, send } from "./answer.ts";
import { industryFacts, labelIn, readCatalogue } from "./catalogue.ts";
import { categorySearch } from "./category-search.ts";
import type { PlatformTools } from "./platform-tools.ts";
import { routeSchema } from "./route.ts";
import { object } from "./schemas/parts.ts";
import { memoize } from "../../../engine/language/memoize.ts";

const MOST_PREDICTIONS = 10;
const LONGEST = 300;
const section = "Catalogue";
const LOCALE = { type: "string", description: "Of the labels; en-US by default" } as const;
const INDUSTRIES = {
  type: "array",
  items: { type: "object", additionalProperties: true },
} as const;
const CATEGORIES = routeSchema({
  section,
  method: "GET",
  url: "/api/v2/categories",
  summary: "Lists the industries in their groups",
  query: { type: "object", properties: { locale: LOCALE } },
  answer: object({ groups: INDUSTRIES }, ["groups"]),
});
const PREDICTION = routeSchema({
  section,
  method: "GET",
  url: "/api/v2/categories/predict",
  summary: "Predicts the labels of industries from a description, at most ten",
  query: {
    type: "object",
    properties: {
      inputs: { type: "string", description: "What the business does, in its own words" },
      locale: LOCALE,
    },
  },
  answer: object({ top10LabelMlType: { type: "array", items: { type: "string" } } }, [
    "top10LabelMlType",
  ]),
});

/**
 * Routes of the catalogue of industries and of predicting one from a description (spec 1 §7, spec 2
 * §9).
 */
export function categoryRoutes(
  app: FastifyInstance,
  tools: Pick<PlatformTools, "flow" | "tables">,
): void {
  /** The present catalogue of the flow, indexed once. */
  const indexed = memoize((documents: CompiledFlow["attachments"]) => {
    const catalogue = readCatalogue(documents);
    return { catalogue, search: categorySearch(catalogue.industries) };
  });
  const open = (flow: Pick<CompiledFlow, "attachments"> | undefined) =>
    indexed(flow?.attachments ?? {});

  app.get<{ Querystring: { locale?: string } }>(
    "/api/v2/categories",
    { schema: CATEGORIES },
    async ({ query: { locale = "en-US" } }) => {
      const { catalogue } = open(tools.flow());
      const industries = [...catalogue.industries.values()];
      return {
        groups: catalogue.groups.map((group) => ({
          id: group.id,
          label: labelIn(group, locale),
          industries: industries
            .filter((industry) => industry.group === group)
            .map((industry) => industryFacts(industry, locale)),
        })),
      };
    },
  );

  app.get<{ Querystring: { inputs?: string; locale?: string } }>(
    "/api/v2/categories/predict",
    { schema: PREDICTION },
    async ({ query: { inputs = "" } }, reply) => {
      const { predictions } = tools.tables().values;
      const typed = inputs.trim().toLowerCase();
      const instead = ownMember(predictions, typed);
      if (instead?.delayMs !== undefined) await sleep(instead.delayMs);
      if (instead?.status !== undefined)
        return send(reply, failed(instead.status, "Unavailable", "The prediction failed"));
      if (instead !== undefined) return { top10LabelMlType: [] };
      const found = open(tools.flow()).search(inputs.slice(0, LONGEST)).slice(0, MOST_PREDICTIONS);
      return { top10LabelMlType: found.map(({ predictLabel }) => predictLabel) };
    },
  );
}
