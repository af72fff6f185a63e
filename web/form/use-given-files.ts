import type { WidgetProps } from "@rjsf/utils";
import { useContext, useState } from "react";
import { useTranslation } from "react-i18next";
import type { FileView } from "../../engine/render/view.ts";
import { useScreen } from "../store/use-screen.ts";
import { fieldName, optionsOf, type FileFieldOptions } from "./field-options.ts";
import { FormContext } from "./form-context.ts";
import { filesOf } from "./given-files.ts";
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

/** The files of a field: those that were given, and the one that is being sent. */
export function useGivenFiles(props: WidgetProps) {
  const { value, onChange } = props;
  const name = fieldName(props.id);
  const options = optionsOf(props).file ?? UNKNOWN;
  const form = useContext(FormContext);
  const { t } = useTranslation();
  const known = useScreen((state) => state.view.form?.files?.[name]) ?? NONE;
  const [files, setFiles] = useState(() => filesOf(value, known));
  const [announcement, setAnnouncement] = useState("");

  const take = (next: readonly FileView[], words: string) => {
    setFiles(next);
    setAnnouncement(words);
    onChange(next.length === 0 ? undefined : next.map((file) => file.id).join(" "));
    // After the hidden control holds the value.
    setTimeout(() => form.leave(name), 0);
  };
  const uploads = useUploads(name, options, (file) => {
    const others = files.filter((each) => each.id !== file.id);
    take(options.most === 1 ? [file] : [...others, file], t("file.added", { name: file.name }));
  });
  return {
    options,
    files,
    uploads,
    /** The last change, in words. */
    announcement,
    remove: (file: FileView) =>
      take(
        files.filter((each) => each.id !== file.id),
        t("file.removed", { name: file.name }),
      ),
    send(list: FileList | null) {
      const chosen = [...(list ?? [])];
      if (chosen.length > 0) uploads.send(chosen, files.length);
    },
  };
}
