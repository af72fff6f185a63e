import type { JsonObject } from "../language/json.ts";

/**
 * The data of one application: a JSON object of the flow's state schema
 * (schemas/<flow>/state.yaml). The present screen is no part of it: that is resolved.
 */
export type ApplicationState = JsonObject;
