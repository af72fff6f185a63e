import { chakra } from "@chakra-ui/react";
import type { WidgetProps } from "@rjsf/utils";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { BUTTONS } from "../ui/button-style.ts";
import { useScripted } from "../ui/use-scripted.ts";
import { useScreen } from "../store/use-screen.ts";
import { describedBy, fieldName } from "./field-options.ts";
import { FileCard } from "./file-card.tsx";
import { FileZone, type FileControl } from "./file-zone.tsx";
import { PlainFile } from "./plain-file.tsx";
import { UploadBar } from "./upload-bar.tsx";
import { useGivenFiles } from "./use-given-files.ts";

/**
 * A file field. A chosen file is uploaded at once and the form sends its id; without scripts the
 * form sends the file itself.
 */
export function FileWidget(props: WidgetProps) {
  const { id, label, required } = props;
  const name = fieldName(id);
  const { t } = useTranslation();
  const scripted = useScripted();
  const path = useScreen((state) => state.view.path);
  const error = useScreen(
    (state) => state.errors.find(({ pointer }) => pointer === `/${name}`)?.message,
  );
  const { options, files, uploads, announcement, remove, send } = useGivenFiles(props);
  const button = useRef<HTMLButtonElement>(null);
  const toButton = useRef(false);
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
  const invalid = error !== undefined;
  const control: FileControl = { id, name, label, required, options, invalid, described };
  const isFull = files.length >= options.most && options.most > 1;
  return (
    <chakra.div display="grid" gap="3" gridTemplateColumns="minmax(0, 1fr)">
      <input type="hidden" name={name} value={files.map((file) => file.id).join(" ")} />
      {scripted ? (
        <>
          {files.map((file) => (
            <FileCard key={file.id} file={file} path={path}>
              <chakra.button
                type="button"
                css={{ ...BUTTONS.link, fontSize: "sm" }}
                onClick={() => {
                  toButton.current = true;
                  remove(file);
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
          <FileZone
            control={control}
            given={files.length}
            shown={!isFull && uploads.now === undefined}
            button={button}
            onGiven={send}
          />
          <chakra.div role="status" srOnly>
            {uploads.now === undefined ? (error ?? announcement) : ""}
          </chakra.div>
        </>
      ) : (
        <PlainFile control={control} files={files} path={path} />
      )}
    </chakra.div>
  );
}
