import { chakra } from "@chakra-ui/react";
import type { WidgetProps } from "@rjsf/utils";
import { useContext, useEffect, useRef, useState, type DragEvent } from "react";
import { useTranslation } from "react-i18next";
import type { FileView } from "../../engine/render/view.ts";
import { BUTTONS } from "../ui/button-style.ts";
import { useScripted } from "../ui/use-scripted.ts";
import { useScreen } from "../store/use-screen.ts";
import { describedBy, fieldName, optionsOf, type FileFieldOptions } from "./field-options.ts";
import { FileCard } from "./file-card.tsx";
import { FormContext } from "./form-context.ts";
import { filesOf } from "./given-files.ts";
import { UploadBar } from "./upload-bar.tsx";
import { useUploads } from "./use-uploads.ts";

const NONE: readonly FileView[] = [];
const UNKNOWN: FileFieldOptions = {
  accept: [],
  pictures: [],
  maxBytes: 0,
  most: 1,
  kinds: "",
  size: "",
};

/**
 * A file field: camera and file choice on phones, a drop zone elsewhere. A chosen file is uploaded
 * at once and the form sends its id; without scripts the form sends the file itself.
 */
export function FileWidget(props: WidgetProps) {
  const { id, value, required, label, onChange } = props;
  const name = fieldName(id);
  const options = optionsOf(props).file ?? UNKNOWN;
  const form = useContext(FormContext);
  const { t } = useTranslation();
  const scripted = useScripted();
  const known = useScreen((state) => state.view.form?.files?.[name]) ?? NONE;
  const path = useScreen((state) => state.view.path);
  const error = useScreen(
    (state) => state.errors.find(({ pointer }) => pointer === `/${name}`)?.message,
  );
  const [files, setFiles] = useState(() => filesOf(value, known));
  const [announcement, setAnnouncement] = useState("");
  const [over, setOver] = useState(false);
  const chooser = useRef<HTMLInputElement>(null);
  const camera = useRef<HTMLInputElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const toButton = useRef(false);

  const take = (next: readonly FileView[], words: string) => {
    setFiles(next);
    setAnnouncement(words);
    onChange(next.length === 0 ? undefined : next.map((file) => file.id).join(" "));
    // After the hidden control holds the value.
    setTimeout(() => form.leave(name), 0);
  };
  const uploads = useUploads(name, options, (file) => {
    const others = files.filter((each) => each.id !== file.id);
    take(
      options.most === 1 ? [file] : [...others, file].slice(-options.most),
      t("file.added", { name: file.name }),
    );
  });
  useEffect(() => {
    if (!toButton.current) return;
    toButton.current = false;
    button.current?.focus();
  }, [files]);

  const described = describedBy(id, {
    why: props.options.help !== undefined,
    hint: props.uiSchema?.["ui:description"] !== undefined,
    error: error !== undefined,
  });
  const limits = t("file.limits", { kinds: options.kinds, size: options.size });
  const hidden = <input type="hidden" name={name} value={files.map((file) => file.id).join(" ")} />;
  if (!scripted)
    return (
      <chakra.div display="grid" gap="3">
        {hidden}
        {files.map((file) => (
          <FileCard key={file.id} file={file} path={path}>
            <chakra.label display="flex" alignItems="center" gap="2" minHeight="44px" fontSize="sm">
              <chakra.input
                type="checkbox"
                name={`${name}~remove`}
                value={file.id}
                width="20px"
                height="20px"
                css={{ accentColor: "var(--brand-accent)" }}
              />
              {t("file.remove")}
            </chakra.label>
          </FileCard>
        ))}
        <chakra.input
          type="file"
          id={id}
          name={`${name}~file`}
          accept={options.accept.join(",")}
          multiple={options.most > 1}
          aria-label={label}
          aria-invalid={error !== undefined || undefined}
          aria-describedby={[described, `${id}-limits`].filter(Boolean).join(" ")}
          css={PLAIN}
        />
        <chakra.p id={`${id}-limits`} fontSize="sm" color="muted">
          {limits}
        </chakra.p>
      </chakra.div>
    );

  const send = (list: FileList | null) => {
    const chosen = [...(list ?? [])].slice(0, options.most);
    if (chosen.length > 0) uploads.send(chosen);
  };
  const onInput = (event: React.ChangeEvent<HTMLInputElement>) => {
    send(event.currentTarget.files);
    // So that the same file can be chosen again.
    event.currentTarget.value = "";
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    send(event.dataTransfer.files);
  };
  const dragged = {
    onDragOver: (event: DragEvent) => {
      event.preventDefault();
      setOver(true);
    },
    onDragLeave: () => setOver(false),
    onDrop: drop,
  };
  const open = (input: HTMLInputElement | null) => input?.click();
  const full = files.length >= options.most && options.most > 1;
  const choose =
    files.length === 0 ? t("file.choose") : options.most === 1 ? t("file.replace") : t("file.more");
  return (
    <chakra.div display="grid" gap="3" gridTemplateColumns="minmax(0, 1fr)">
      {hidden}
      {files.map((file) => (
        <FileCard key={file.id} file={file} path={path}>
          <chakra.button
            type="button"
            css={{ ...BUTTONS.link, fontSize: "sm" }}
            onClick={() => {
              toButton.current = true;
              take(
                files.filter((each) => each.id !== file.id),
                t("file.removed", { name: file.name }),
              );
            }}
          >
            {t("file.remove")}
            <chakra.span srOnly>{`: ${file.name}`}</chakra.span>
          </chakra.button>
        </FileCard>
      ))}
      {uploads.now === undefined ? null : (
        <UploadBar upload={uploads.now} onAgain={uploads.again} onCancel={uploads.cancel} />
      )}
      {full || uploads.now !== undefined ? null : (
        <chakra.div
          css={ZONE}
          data-over={over || undefined}
          data-invalid={error === undefined ? undefined : ""}
          {...dragged}
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
                onClick={() => open(camera.current)}
              >
                {t("file.take")}
              </chakra.button>
            )}
            <chakra.button
              ref={button}
              type="button"
              id={id}
              css={BUTTONS.secondary}
              aria-invalid={error !== undefined || undefined}
              aria-required={required || undefined}
              aria-describedby={[described, `${id}-limits`].filter(Boolean).join(" ")}
              onClick={() => open(chooser.current)}
            >
              {choose}
              <chakra.span srOnly>{`: ${label}`}</chakra.span>
            </chakra.button>
            <chakra.span
              alignSelf="center"
              fontSize="sm"
              color="muted"
              css={{ "@media (pointer: coarse)": { display: "none" } }}
            >
              {t("file.drop")}
            </chakra.span>
          </chakra.div>
          <chakra.p id={`${id}-limits`} marginTop="3" fontSize="sm" color="muted">
            {limits}
          </chakra.p>
        </chakra.div>
      )}
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
      <chakra.div role="status" srOnly>
        {uploads.now === undefined ? (error ?? announcement) : ""}
      </chakra.div>
    </chakra.div>
  );
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

const PLAIN = {
  width: "100%",
  minHeight: "48px",
  padding: "10px",
  border: "1px solid",
  borderColor: "border",
  borderRadius: "control",
  background: "field",
  color: "text",
} as const;
