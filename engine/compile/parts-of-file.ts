import { asObject, type Json } from "../language/json.ts";
import { callsWithDefaults } from "./call-defaults.ts";
import { contentOf, type DefinitionFile } from "./flow-sources.ts";

/** A value of a file, with its place in the tree and in the file. */
export interface PartOfFile {
  readonly at: readonly string[];
  readonly value: Json | undefined;
  /** Pointer in the file; absent for the whole file. */
  readonly from?: string;
}

/** The parts of the tree that a file fills; none for a form, which is lowered before it is laid. */
export function partsOfFile(file: DefinitionFile): readonly PartOfFile[] {
  const content = contentOf(file);
  const member = (name: string): PartOfFile => ({
    at: [name],
    value: content[name],
    from: `/${name}`,
  });
  switch (file.kind) {
    case "flow":
      return [{ at: ["flow"], value: content }, member("sequences")];
    case "flags": {
      const flags = asObject(content["flags"]);
      const defaults = Object.entries(flags).map(
        ([name, flag]) => [name, asObject(flag)["default"] ?? false] as const,
      );
      return [
        { at: ["flagDefinitions"], value: flags, from: "/flags" },
        { at: ["flags"], value: Object.fromEntries(defaults), from: "/flags" },
      ];
    }
    case "config":
    case "theme":
    case "events":
    case "state":
      return [{ at: [file.kind], value: content }];
    case "config-schema":
      return [{ at: ["configSchema"], value: content }];
    case "guards":
      return [member("guards"), member("values")];
    case "services":
    case "roles":
      return [member(file.kind)];
    case "screen":
      return [
        {
          at: ["screens", String(content["screen"] ?? file.name)],
          value: content,
        },
      ];
    case "transitions":
      return [
        {
          at: ["tables", String(content["table"] ?? file.name)],
          value: content,
        },
      ];
    case "calls":
      return [
        { at: ["calls"], value: callsWithDefaults(content), from: "/calls" },
        member("answers"),
      ];
    case "provider":
      return [{ at: ["providers", file.name], value: content }];
    case "sandbox":
      return [{ at: ["sandboxes", file.name], value: content }];
    case "pattern":
    case "formats":
      return [member("formats")];
    case "copy":
      return [
        {
          at: ["copy", file.locale ?? "", ...(file.prefix ?? [])],
          value: content,
        },
      ];
    default:
      return [];
  }
}
