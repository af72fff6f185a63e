import { createContext } from "react";

/** The key of the next POST of a page without scripts: a repeat with it has no second effect. */
export const PostKey = createContext("");
