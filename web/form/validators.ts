import type { RJSFSchema, ValidatorType } from "@rjsf/utils";
import createPrecompiledValidator from "@rjsf/validator-ajv8/lib/createPrecompiledValidator.js";
import equal from "ajv/dist/runtime/equal.js";
import ucs2length from "ajv/dist/runtime/ucs2length.js";
import type { JsonObject } from "../../engine/language/json.ts";
import type { FormView } from "../../engine/render/view.ts";

/** An error as Ajv's compiled validators report it. */
interface RawError {
  readonly keyword: string;
  readonly instancePath: string;
  readonly params: Readonly<Record<string, unknown>>;
}

/** A validator as compiled for the page. */
export type Validate = ((data: unknown) => boolean) & { errors?: readonly RawError[] | null };

/** A compiled validator module: given its imports, it returns functions by hash. */
export type ValidatorModule = (
  require: (name: string) => unknown,
) => Readonly<Record<string, Validate>>;

/** A form's compiled validators. */
export interface FormValidator {
  /** For rjsf, which asks it for the branches that apply. */
  readonly rjsf: ValidatorType;
  /** For validating the whole form; formats pass until `formats` are set. */
  readonly whole: Validate;
  /**
   * Formats load after the page is usable; until then they accept everything, and the server
   * validates.
   */
  setFormats(formats: Readonly<Record<string, (text: string) => boolean>>): void;
}

/** Instantiates a module. */
export function formValidator(module: ValidatorModule, form: FormView): FormValidator {
  let formats: Readonly<Record<string, (text: string) => boolean>> = {};
  const table = new Proxy<Record<string, (text: string) => boolean>>(
    {},
    { get: (_, name) => (text: string) => formats[String(name)]?.(text) ?? true },
  );
  const functions = module((name) => {
    if (name === "#formats") return table;
    if (name.endsWith("equal")) return asModule(equal);
    if (name.endsWith("ucs2length")) return asModule(ucs2length);
    throw new Error(`A validator asks for "${name}"`);
  });
  const rjsf = createPrecompiledValidator(functions as never, form.schema as RJSFSchema);
  const whole = Object.assign(
    (data: unknown) => {
      const { errors } = rjsf.rawValidation<never>(
        form.schema as RJSFSchema,
        data as JsonObject,
      ) as { errors?: Validate["errors"] };
      whole.errors = errors ?? null;
      return errors === undefined || errors === null || errors.length === 0;
    },
    { errors: null as Validate["errors"] },
  ) as Validate;
  return {
    rjsf,
    whole,
    setFormats: (next) => {
      formats = next;
    },
  };
}

/**
 * Wraps an import for compiled validators, which expect a CommonJS `default`; a bundler may have
 * unwrapped it.
 */
function asModule(imported: unknown): { readonly default: unknown } {
  return typeof imported === "function"
    ? { default: imported }
    : (imported as { readonly default: unknown });
}
