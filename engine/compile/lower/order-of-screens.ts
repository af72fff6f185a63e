import { asList, asObject, isObject, type Json, type JsonObject } from "../../language/json.ts";
import { doneOfForm } from "./done-of-form.ts";
import { anyOf, negation, saysTheSame } from "./join-rules.ts";
import { LoweredPlaces } from "./lowered-places.ts";

/** A mistake or a repetition of the author, at a pointer into the lowered tree. */
export interface OrderMistake {
  readonly pointer: string;
  readonly code: string;
  readonly severity?: "warning";
  readonly message: string;
  readonly about?: readonly string[];
  readonly suggestion?: string;
}

export interface Sequence {
  readonly name: string;
  readonly screens: readonly string[];
  /** Place of its list. */
  readonly at: string;
  /** The rule that opens it; a guard, so that it has a description. */
  readonly open?: Json;
}

/**
 * The screens of a flow in their order, with the rules by which each is done, and their origins.
 */
export class OrderOfScreens {
  readonly flow: JsonObject;
  readonly screens: JsonObject;
  readonly tables: JsonObject;
  readonly sequences: readonly Sequence[];
  readonly places = new LoweredPlaces();
  readonly mistakes: OrderMistake[] = [];
  /** Guards that are derived, by name. */
  readonly guards: Record<string, JsonObject> = {};
  /** Origins of the screens' `done`. */
  readonly doneFrom: Record<string, string> = {};
  private readonly known = new Map<string, Json | undefined>();

  constructor(private readonly tree: JsonObject) {
    this.flow = asObject(tree["flow"]);
    this.screens = asObject(tree["screens"]);
    this.tables = asObject(tree["tables"]);
    this.sequences = Object.entries(asObject(tree["sequences"])).flatMap(([name, value]) =>
      this.sequence(name, value),
    );
  }

  /** The `done` rule of a screen: written, or derived from its form; undefined without one. */
  done(id: string): Json | undefined {
    if (!this.known.has(id)) this.known.set(id, this.findDone(id));
    return this.known.get(id);
  }

  /** The rules under which a screen does not hold back the next one; empty where it never does. */
  passed(id: string): readonly Json[] {
    const done = this.done(id);
    if (done === undefined) return [];
    const skip = this.skippedWhile(id);
    const { exists } = asObject(this.screens[id]);
    return [
      anyOf([
        done,
        ...(skip === undefined ? [] : [skip]),
        ...(exists === undefined ? [] : [negation(exists)]),
      ]),
    ];
  }

  /** Screens that are asked, in the order of the phases. */
  asked(): readonly string[] {
    const inPhases = asList(this.flow["phases"]).flatMap((phase) =>
      asList(asObject(phase)["screens"]).map(String),
    );
    const asked = Object.keys(this.screens).filter(
      (id) => asObject(this.screens[id])["asked"] !== undefined,
    );
    return [...new Set([...inPhases.filter((id) => asked.includes(id)), ...asked.toSorted()])];
  }

  /**
   * The rule under which a screen is asked, as a guard: a mistake in it is reported once, at its
   * own place.
   */
  askedWhile(id: string): Json | undefined {
    return this.named(id, "asked", "asked");
  }

  /** The rule under which a screen is skipped in its sequence, as a guard for the same reason. */
  skippedWhile(id: string): Json | undefined {
    const rule = asObject(this.screens[id])["skip"];
    // The opposite of a guard stays as it is: its own opposite is that guard.
    const opposite = rule === undefined ? undefined : negation(rule);
    return opposite !== undefined && isGuard(opposite) ? rule : this.named(id, "skip", "skipped");
  }

  /** Whether two rules have the same meaning, with guards expanded. */
  same(a: Json, b: Json): boolean {
    const authored = asObject(this.tree["guards"]);
    return saysTheSame(
      a,
      b,
      (name) => asObject(authored[name])["rule"] ?? this.guards[name]?.["rule"],
    );
  }

  /** Reports a part that is written although it is derived. */
  saidTwice(pointer: string, message: string, suggestion = "(take it out)"): void {
    this.mistakes.push({
      pointer,
      code: "FLOW-SAID-TWICE",
      severity: "warning",
      message,
      suggestion,
    });
  }

  /** A rule of a screen as a guard `SCREEN-NAME`, unless it is a guard already. */
  private named(id: string, member: string, name: string): Json | undefined {
    const rule = asObject(this.screens[id])[member];
    if (rule === undefined || isGuard(rule)) return rule;
    const guard = `${id}-${name}`;
    this.guards[guard] = { description: `the screen "${id}" is ${name}`, rule };
    this.places.put(`/guards/${guard}/rule`, `/screens/${id}/${member}`);
    return { guard };
  }

  private sequence(name: string, value: Json): readonly Sequence[] {
    if (Array.isArray(value))
      return [{ name, screens: value.map(String), at: `/sequences/${name}` }];
    if (!isObject(value) || !Array.isArray(value["screens"])) return [];
    const { screens, open } = value;
    const at = `/sequences/${name}/screens`;
    const list = screens.map(String);
    if (open === undefined) return [{ name, screens: list, at }];
    const guard = `${name}-open`;
    this.guards[guard] = { description: `the sequence "${name}" is open`, rule: open };
    this.places.put(`/guards/${guard}/rule`, `/sequences/${name}/open`);
    return [{ name, screens: list, at, open: isGuard(open) ? open : { guard } }];
  }

  private findDone(id: string): Json | undefined {
    const screen = asObject(this.screens[id]);
    const written = screen["done"];
    const derived = this.doneByForm(id, screen);
    if (written !== undefined && derived !== undefined && this.same(written, derived))
      this.saidTwice(
        `/screens/${id}/done`,
        `\`done\` of the screen "${id}" says what follows from its form`,
      );
    const rule = written ?? derived;
    if (rule === undefined) return undefined;
    if (written === undefined) {
      this.doneFrom[id] = `form "${String(screen["form"])}"`;
      this.places.putGenerated(`/screens/${id}/done`, `/screens/${id}/form`);
    }
    const name = `${id}-done`;
    if (isGuard(rule)) {
      // A rule may ask `SCREEN-done` also where another guard decides it.
      if (asObject(this.tree["guards"])[name] === undefined)
        this.guards[name] = { description: `the screen "${id}" is done`, rule };
      return rule;
    }
    this.guards[name] = { description: `the screen "${id}" is done`, rule };
    if (written === undefined) this.places.putGenerated(`/guards/${name}`, `/screens/${id}/form`);
    else this.places.put(`/guards/${name}/rule`, `/screens/${id}/done`);
    return { guard: name };
  }

  private doneByForm(id: string, screen: JsonObject): Json | undefined {
    const { form, binds, asked } = screen;
    const inSequence = this.sequences.some(({ screens }) => screens.includes(id));
    if (typeof form !== "string" || (!inSequence && asked === undefined)) return undefined;
    // Where a service receives the answers, its result ends the question.
    if (!inSequence && this.callsOut(screen)) return undefined;
    return doneOfForm(asObject(asObject(this.tree["forms"])[form]), {
      ...(typeof binds === "string" ? { binds } : {}),
      has: (path) => hasPath(asObject(this.tree["state"]), path.split(".")),
    });
  }

  private callsOut(screen: JsonObject): boolean {
    const seen = new Set<string>();
    const calls = (table: Json | undefined): boolean => {
      if (typeof table !== "string" || seen.has(table)) return false;
      seen.add(table);
      return asList(asObject(this.tables[table])["rows"]).some((row) => {
        const { call, then, table: next } = asObject(row);
        return call !== undefined || calls(then) || calls(next);
      });
    };
    return Object.values(asObject(screen["actions"])).some((action) => {
      const { call, then } = asObject(action);
      return call !== undefined || calls(then);
    });
  }
}

function isGuard(rule: Json): boolean {
  return isObject(rule) && Object.keys(rule).length === 1 && typeof rule["guard"] === "string";
}

function hasPath(schema: JsonObject, segments: readonly string[]): boolean {
  const [first, ...rest] = segments;
  if (first === undefined) return true;
  const inside = asObject(schema["properties"])[first];
  return isObject(inside) && (rest.length === 0 || hasPath(inside, rest));
}
