import type { FastifyReply, FastifyRequest } from "fastify";
import type { Destination, Notice } from "../../../engine/transition/answer.ts";
import type { Input } from "../../../engine/transition/input.ts";
import { loadOf } from "../../../engine/transition/load-of.ts";
import type { Resolution } from "../../../engine/transition/resolution.ts";
import { resolveScreen } from "../../../engine/transition/resolve-screen.ts";
import { takeTransientStep } from "../../application/take-transient-step.ts";
import { takeStep } from "../../application/take-step.ts";
import type { ServerTools } from "../../application/server-tools.ts";
import {
  type RequestContext,
  stateOf,
  inputContext,
  ensureSession,
  drawnAt,
} from "../../application/request/request-context.ts";
import { exit, reloadExit, wayToAnother } from "./exit.ts";

/** Screens that a load may lead on to, one after the other; more would be loads sending each other visitors in a circle. */
const LOAD_LIMIT = 5;

/** A screen with what had to be done before it is drawn. */
export interface LoadedScreen {
  readonly scene: RequestContext;
  readonly resolution: Resolution;
  readonly notices: readonly Notice[];
}

/** Does what a screen needs done before it is drawn; undefined when the request is answered. */
export async function loadScreen(
  request: FastifyRequest,
  reply: FastifyReply,
  first: RequestContext,
  resolved: Resolution,
  query: Readonly<Record<string, string>>,
  tools: ServerTools,
): Promise<LoadedScreen | undefined> {
  if (first.looks === true || first.past === true || first.unread === true)
    return { scene: first, resolution: resolved, notices: [] };
  let scene = first;
  let resolution = resolved;
  const notices: Notice[] = [];
  const done = new Set<string>();
  for (let loads = 0; loads < LOAD_LIMIT && resolution.kind === "screen"; loads++) {
    const [path = "/", search = ""] = resolution.path.split("?");
    const asked =
      search === "" && path === scene.visit.path
        ? query
        : Object.fromEntries(new URLSearchParams(search));
    const action = loadOf(
      scene.flow,
      stateOf(scene),
      resolution,
      asked,
      inputContext(scene, tools),
    );
    // Once a visit: what could not be had just now is not asked for again at once.
    if (action === undefined || done.has(path)) break;
    done.add(path);
    const input: Input = {
      kind: "act",
      path,
      action,
      data: {},
      query: asked,
      context: inputContext(scene, tools, drawnAt(request, scene)),
    };
    const step = await takeLoad(reply, scene, input, tools);
    if (step === undefined) break;
    notices.push(...step.notices);
    scene = step.scene;
    if (step.next.kind === "leave") {
      await noteShown(first, { scene, notices }, step.next, tools);
      await exit(request, reply, step.next, tools);
      return undefined;
    }
    const away = reloadExit(scene, step.next, tools);
    if (away !== undefined) {
      await noteShown(first, { scene, notices }, away, tools);
      await exit(request, reply, away, tools);
      return undefined;
    }
    const target = step.next.kind === "screen" ? step.next.path : resolution.path;
    const [next = "/", nextSearch = ""] = target.split("?");
    const nextQuery =
      step.next.kind === "screen" ? Object.fromEntries(new URLSearchParams(nextSearch)) : asked;
    const { because } = resolution;
    const shown = resolveScreen(scene.flow, stateOf(scene), {
      path: next,
      query: nextQuery,
      context: inputContext(scene, tools),
    });
    const another = wayToAnother(shown);
    if (another !== undefined) {
      await exit(request, reply, another, tools);
      return undefined;
    }
    resolution =
      shown.kind === "screen" && shown.path === next
        ? {
            ...shown,
            path: target,
            because: step.next.kind === "screen" ? step.next.because : because,
          }
        : shown;
  }
  return { scene, resolution, notices };
}

/**
 * Notes with the key of a request what is shown of it, where that is not what its step alone led to.
 *
 * @param first before anything was loaded
 */
export async function noteShown(
  first: RequestContext,
  { scene, notices }: Pick<LoadedScreen, "scene" | "notices">,
  next: Destination,
  tools: ServerTools,
): Promise<void> {
  const { claimed, subject } = first;
  const { record } = scene;
  if (claimed === undefined || subject === undefined || record === undefined) return;
  const loaded = record !== first.record || notices.length > 0;
  if (!loaded && record.revision === claimed.revision && next.kind !== "leave") return;
  await tools.idempotencyKeys.amend(subject, claimed.key, {
    revision: record.revision,
    ...(loaded || next.kind === "leave" ? { loaded: { next, notices } } : {}),
  });
}

/** One load as a step; on a page of somebody else's a passing one, of which nothing is kept. Undefined when it was refused. */
async function takeLoad(
  reply: FastifyReply,
  scene: RequestContext,
  input: Input,
  tools: ServerTools,
): Promise<
  | {
      readonly scene: RequestContext;
      readonly next: Destination;
      readonly notices: readonly Notice[];
    }
  | undefined
> {
  if (scene.access !== "ok") {
    const result = await takeTransientStep(scene.flow, stateOf(scene), input, tools, {
      flow: scene.visit.flow.id,
      flowVersion: scene.visit.flow.version,
    });
    return result.kind === "done"
      ? { scene: { ...scene, passing: result.state }, next: result.next, notices: result.notices }
      : undefined;
  }
  const { subject, session } = await ensureSession(reply, scene, tools);
  const { visit, flow } = scene;
  const record =
    scene.record ??
    (await tools.applications.begin(visit.flow.id, visit.flow.version, visit.variant, subject));
  const result = await takeStep(
    flow,
    visit.flow.version,
    record,
    { ...input, context: { ...input.context, session } },
    tools,
  );
  if (result.kind === "done")
    return {
      scene: { ...scene, subject, session, record: result.record },
      next: result.next,
      notices: result.notices,
    };
  return undefined;
}
