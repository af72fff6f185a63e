import { describe, expect, it } from "vitest";
import { SandboxMemory } from "../../../engine/transition/sandbox-memory.ts";

const collection = "rooms/bookings";

describe("SandboxMemory", () => {
  it("keeps a thing under its id, lays members over it, and removes it by null", () => {
    const memory = new SandboxMemory();
    memory.note("book/booked", { collection, id: "b1", value: { room: "Oak", state: "open" } });
    memory.note("change/changed", { collection, id: "b1", value: { state: "confirmed" } });
    expect(memory.find(collection, "b1")).toEqual({ id: "b1", room: "Oak", state: "confirmed" });
    expect(memory.keptBy("rooms")).toEqual({
      bookings: [{ id: "b1", room: "Oak", state: "confirmed" }],
    });
    memory.note("cancel/cancelled", { collection, id: "b1", value: null });
    expect(memory.find(collection, "b1")).toBeNull();
  });

  it("gives a service its own records, and none of another", () => {
    const memory = new SandboxMemory();
    memory.note("book/booked", { collection, id: "b1", value: {} });
    expect(memory.keptBy("room")).toEqual({});
  });

  it("drops the oldest things beyond 200", () => {
    const memory = new SandboxMemory();
    for (let made = 0; made < 201; made++)
      memory.note("book/booked", { collection, id: `b${made}`, value: {} });
    expect([memory.find(collection, "b0"), memory.find(collection, "b1")]).toEqual([
      null,
      { id: "b1" },
    ]);
  });

  it("is copied by fork(), so that neither sees what the other keeps", () => {
    const memory = new SandboxMemory();
    memory.note("book/booked", { collection, id: "b1", value: { room: "Oak" } });
    const copy = memory.fork();
    copy.note("book/booked", { collection, id: "b1", value: { room: "Elm" } });
    expect(memory.find(collection, "b1")).toEqual({ id: "b1", room: "Oak" });
    expect([memory.timesOf("book/booked"), copy.timesOf("book/booked")]).toEqual([1, 2]);
  });
});
