import { describe, expect, it } from "vitest";
import { Agenda, type Task } from "../../../engine/witness/agenda.ts";

const task = (screen: string, round: Task["round"] = "plain", isNew = false): Task => ({
  screen,
  round,
  isNew,
});

function orderOf(tasks: readonly Task[]): readonly string[] {
  const agenda = new Agenda<Task>();
  for (const each of tasks) agenda.add(each);
  const order: string[] = [];
  for (let next = agenda.next(); next !== undefined; next = agenda.next())
    order.push(`${next.screen} ${next.round}`);
  return order;
}

describe("Agenda", () => {
  it("spends as much on one screen as on another", () => {
    const many = [task("form"), task("form"), task("form"), task("end")];
    expect(orderOf(many)).toEqual(["form plain", "end plain", "form plain", "form plain"]);
  });

  it("takes plain steps first, and nodes that covered something new before others", () => {
    expect(orderOf([task("form", "data"), task("form"), task("end", "plain", true)])).toEqual([
      "end plain",
      "form plain",
      "form data",
    ]);
  });

  it("ends with every task done", () => {
    expect(new Agenda<Task>().next()).toBeUndefined();
  });
});
