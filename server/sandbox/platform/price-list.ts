import type { Json, JsonObject } from "../../../engine/language/json.ts";
import { objectOf } from "./tables.ts";

const NO_DEVICE = "NO_DEVICE_OPTION";
const LICENCE = "LICENSE";

/**
 * The price of one profile in minor units, monthly or once. A bundle costs the sum of its parts.
 *
 * @param config the flow's configuration, amounts in currency units
 * @returns undefined when it is not sold
 */
export function priceOf(config: JsonObject, name: string, monthly: boolean): number | undefined {
  if (name === NO_DEVICE) return 0;
  const devices = (Array.isArray(config["devices"]) ? config["devices"] : []).map(objectOf);
  const device = devices.find(({ profile }) => profile === name);
  if (device !== undefined) return priceOfDevice(config, String(device["id"]), monthly);
  if (name === LICENCE) return minor(objectOf(objectOf(config["plans"])["license"])["perUnit"]);
  if (!Object.hasOwn(objectOf(config["bundles"]), name)) return undefined;
  const parts = name
    .split("_")
    .map((part) => devices.find(({ id }) => String(id).toUpperCase() === part));
  return parts.reduce<number | undefined>((total, part) => {
    const price =
      part === undefined ? undefined : priceOfDevice(config, String(part["id"]), monthly);
    return total === undefined || price === undefined ? undefined : total + price;
  }, 0);
}

function priceOfDevice(config: JsonObject, id: string, monthly: boolean): number | undefined {
  return monthly
    ? minor(objectOf(objectOf(config["plans"])[id])["perUnit"])
    : minor(objectOf(config["buyAmounts"])[id]);
}

function minor(amount: Json | undefined): number | undefined {
  return typeof amount === "number" ? Math.round(amount * 100) : undefined;
}
