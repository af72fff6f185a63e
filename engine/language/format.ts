export type {
  CheckDefinition,
  CheckKind,
  FormatDefinition,
  NormaliseStep,
} from "./generated/formats.ts";
