import { chakra } from "@chakra-ui/react";
import { useRef, useState, type ChangeEvent, type DragEvent, type RefObject } from "react";
import { useTranslation } from "react-i18next";
import { BUTTONS } from "../ui/button-style.ts";
import type { FileFieldOptions } from "./field-options.ts";

/** The parts of a file field that its controls share. */
export interface FileControl {
  readonly id: string;
  readonly name: string;
  readonly label: string;
  readonly required: boolean | undefined;
  readonly options: FileFieldOptions;
  readonly invalid: boolean;
  /** Ids of what describes the field. */
  readonly described: string | undefined;
}

/** Camera and file choice on phones, a drop zone elsewhere. */
export function FileZone({
  control,
  given,
  shown,
  button,
  onGiven,
}: {
  readonly control: FileControl;
  /** Number of files that the field has. */
  readonly given: number;
  /** False while a file is sent, and when there are enough. */
  readonly shown: boolean;
  readonly button: RefObject<HTMLButtonElement | null>;
  onGiven(files: FileList | null): void;
}) {
  const { name, options } = control;
  const chooser = useRef<HTMLInputElement>(null);
  const camera = useRef<HTMLInputElement>(null);
  const onInput = (event: ChangeEvent<HTMLInputElement>) => {
    onGiven(event.currentTarget.files);
    // So that the same file can be chosen again.
    event.currentTarget.value = "";
  };
  return (
    <>
      {shown ? (
        <DropPlace
          control={control}
          given={given}
          button={button}
          onGiven={onGiven}
          open={(from) => (from === "camera" ? camera : chooser).current?.click()}
        />
      ) : null}
      <input
        ref={chooser}
        type="file"
        hidden
        aria-hidden="true"
        tabIndex={-1}
        data-choose={name}
        accept={options.accept.join(",")}
        multiple={options.most > 1}
        onChange={onInput}
      />
      <input
        ref={camera}
        type="file"
        hidden
        aria-hidden="true"
        tabIndex={-1}
        accept={options.pictures.join(",")}
        capture={options.capture ?? "environment"}
        onChange={onInput}
      />
    </>
  );
}

function DropPlace({
  control,
  given,
  button,
  onGiven,
  open,
}: {
  readonly control: FileControl;
  readonly given: number;
  readonly button: RefObject<HTMLButtonElement | null>;
  onGiven(files: FileList | null): void;
  open(from: "camera" | "files"): void;
}) {
  const { id, label, required, options, invalid, described } = control;
  const { t } = useTranslation();
  const { over, ...drop } = useDrop(onGiven);
  const choose =
    given === 0 ? t("file.choose") : options.most === 1 ? t("file.replace") : t("file.more");
  return (
    <chakra.div
      css={ZONE}
      data-over={over || undefined}
      data-invalid={invalid ? "" : undefined}
      {...drop}
    >
      <chakra.div
        display="flex"
        flexWrap="wrap"
        gap="3"
        css={{ "@media (max-width: 499px)": { "& > button": { width: "100%" } } }}
      >
        {options.capture === undefined || options.pictures.length === 0 ? null : (
          <chakra.button
            type="button"
            css={{
              ...BUTTONS.secondary,
              display: "none",
              "@media (pointer: coarse)": { display: "inline-flex" },
            }}
            aria-describedby={described}
            onClick={() => open("camera")}
          >
            {t("file.take")}
          </chakra.button>
        )}
        <chakra.button
          ref={button}
          type="button"
          id={id}
          css={BUTTONS.secondary}
          aria-invalid={invalid || undefined}
          aria-required={required || undefined}
          aria-describedby={[described, `${id}-limits`].filter(Boolean).join(" ")}
          onClick={() => open("files")}
        >
          {choose}
          <chakra.span srOnly>{`: ${label}`}</chakra.span>
        </chakra.button>
        <chakra.span
          alignSelf="center"
          fontSize="sm"
          color="muted"
          css={{ "@media (pointer: coarse), (max-width: 499px)": { display: "none" } }}
        >
          {t("file.drop")}
        </chakra.span>
      </chakra.div>
      <chakra.p id={`${id}-limits`} marginTop="3" fontSize="sm" color="muted">
        {t("file.limits", { kinds: options.kinds, size: options.size })}
      </chakra.p>
    </chakra.div>
  );
}

/** What a place does with files that are dragged over it. */
function useDrop(onGiven: (files: FileList | null) => void) {
  const [over, setOver] = useState(false);
  return {
    over,
    onDragOver(event: DragEvent) {
      event.preventDefault();
      setOver(true);
    },
    onDragLeave: () => setOver(false),
    onDrop(event: DragEvent) {
      event.preventDefault();
      setOver(false);
      onGiven(event.dataTransfer.files);
    },
  };
}

const ZONE = {
  padding: "4",
  border: "1px dashed",
  borderColor: "border",
  borderRadius: "control",
  background: "field",
  "&[data-over]": { borderColor: "accent", background: "tint" },
  "&[data-invalid]": { borderColor: "danger", borderStyle: "solid" },
  "@media (pointer: coarse)": { padding: "0", border: "none", background: "transparent" },
} as const;
