import { isObject, type Json } from "../language/json.ts";

/** A member of a value: in a rule an operator and its operands, elsewhere a name and its value. */
export type Member = readonly [name: string, value: Json];

/** The rules that guards and values stand for. */
interface NamedRules {
  readonly guards: ReadonlyMap<string, { readonly rule: Json }>;
  readonly values: ReadonlyMap<string, { readonly rule: Json }>;
}

/** Every member of a value at any depth, each before those that it holds. */
export function membersWithin(value: Json): readonly Member[] {
  const found: Member[] = [];
  addMembers(value, found);
  return found;
}

function addMembers(value: Json, found: Member[]): void {
  if (Array.isArray(value)) for (const each of value as readonly Json[]) addMembers(each, found);
  else if (isObject(value))
    for (const member of Object.entries(value)) {
      found.push(member);
      addMembers(member[1], found);
    }
}

/** The same, with the members of the guards and values that the value names, each of them once. */
export function* membersThrough(
  named: NamedRules,
  value: Json,
  seen = new Set<string>(),
): Generator<Member> {
  for (const member of membersWithin(value)) {
    yield member;
    const rule = ruleNamedBy(named, member);
    const key = `${member[0]} ${String(firstOf(member[1]))}`;
    if (rule === undefined || seen.has(key)) continue;
    seen.add(key);
    yield* membersThrough(named, rule, seen);
  }
}

/** The rule that `{ guard: NAME }` or `{ value: NAME }` stands for; undefined for other members. */
export function ruleNamedBy(
  { guards, values }: NamedRules,
  [name, value]: Member,
): Json | undefined {
  if (name !== "guard" && name !== "value") return undefined;
  return (name === "guard" ? guards : values).get(String(firstOf(value)))?.rule;
}

/** The paths that `var` and `fact` read among members; those that a rule makes are left out. */
export function* pathsRead(members: Iterable<Member>): Generator<string> {
  for (const [name, value] of members) {
    const path = name === "var" || name === "fact" ? firstOf(value) : undefined;
    if (typeof path === "string") yield path;
  }
}

function firstOf(value: Json): Json | undefined {
  return Array.isArray(value) ? (value as readonly Json[])[0] : value;
}
