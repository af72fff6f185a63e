import type { JsonObject } from "../language/json.ts";

/**
 * What is known of one application: a JSON object that meets the flow's state schema
 * (schemas/<flow>/state.yaml). Where the applicant "is" is never part of it: that is resolved.
 */
export type ApplicationState = JsonObject;
