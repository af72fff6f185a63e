import { useContext, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { FileView } from "../../engine/render/view.ts";
import { upload, type Uploaded } from "../api/upload.ts";
import { useScreen, useScreenStore } from "../store/use-screen.ts";
import type { FileFieldOptions } from "./field-options.ts";
import { FormContext } from "./form-context.ts";
import { keepFile } from "./given-files.ts";
import { isHeic, shrinkPicture, type Sent } from "./shrink.ts";
import { useRefusal } from "./use-refusal.ts";

/** An upload as the page shows it. */
export interface Upload {
  readonly name: string;
  readonly percent: number;
  /**
   * The upload failed, and waits for another try: by a press, or by itself once there is a
   * connection.
   */
  readonly failed: boolean;
}

/** Uploads of one field, one at a time. */
export interface Uploads {
  readonly now: Upload | undefined;
  /**
   * Sends as many of the files as the field has room for; the page says so after they are sent
   * where there are more.
   *
   * @param given number of files that the field has, without those that wait
   */
  send(files: readonly File[], given: number): void;
  again(): void;
  cancel(): void;
}

/**
 * Uploads the files of one field one after the other, large pictures made smaller first; goes on
 * when the connection is back.
 *
 * @param kept called with each file that the service has stored
 */
export function useUploads(
  name: string,
  options: FileFieldOptions,
  kept: (file: FileView) => void,
): Uploads {
  const form = useContext(FormContext);
  const path = useScreen((state) => state.view.path);
  const messages = useScreen((state) => state.view.form?.messages[name]);
  const store = useScreenStore();
  const { t } = useTranslation();
  const [now, setNow] = useState<Upload>();
  const refused = useRefused(name);
  const waiting = useRef<File[]>([]);
  const running = useRef<AbortController>(undefined);
  const latest = useRef(kept);
  latest.current = kept;

  const sendOne = async (file: File): Promise<Uploaded> => {
    const controller = new AbortController();
    running.current = controller;
    setNow({ name: file.name, percent: 0, failed: false });
    const small = await shrinkPicture(file, options);
    const unsent = refusalOf(small, options, { ...messages, "file.kind": t("file.heic") });
    if (unsent !== undefined) return unsent;
    return upload({
      path,
      field: name,
      ...small,
      signal: controller.signal,
      onProgress: (percent) => setNow({ name: file.name, percent, failed: false }),
    });
  };
  const run = async () => {
    for (let file = waiting.current[0]; file !== undefined; file = waiting.current[0]) {
      const result = await sendOne(file);
      if (result.kind === "failed") {
        setNow({ name: file.name, percent: 0, failed: true });
        break;
      }
      waiting.current.shift();
      setNow(undefined);
      if (result.kind === "refused") refused.note(result);
      if (result.kind === "session-over") store.getState().endSession();
      if (result.kind === "kept") {
        keepFile(result.file);
        latest.current(result.file);
      }
    }
    refused.say();
  };
  const start = () => form.waitFor(run().finally(() => (running.current = undefined)));
  const again = () => {
    if (running.current === undefined && waiting.current.length > 0) start();
  };
  useConnection(again, () => {
    waiting.current = [];
    running.current?.abort();
  });
  return {
    now,
    again,
    send(files, given) {
      const code = "file.many";
      const { most } = options;
      // A single file replaces the one before.
      const room = most === 1 ? 1 : Math.max(0, most - given - waiting.current.length);
      refused.note(files.length > room ? { code, message: messages?.[code] ?? "" } : undefined);
      waiting.current.push(...files.slice(0, room));
      if (running.current === undefined) start();
    },
    cancel() {
      setNow(undefined);
      if (running.current !== undefined) return running.current.abort();
      waiting.current.shift();
      return again();
    },
  };
}

/** Calls `back` whenever the connection is back, and `gone` once the field is no longer there. */
function useConnection(back: () => void, gone: () => void): void {
  const latest = useRef({ back, gone });
  latest.current = { back, gone };
  useEffect(() => {
    const online = () => latest.current.back();
    window.addEventListener("online", online);
    return () => {
      window.removeEventListener("online", online);
      latest.current.gone();
    };
  }, []);
}

/** The reason why a file was refused, among those that were chosen together. */
function useRefused(name: string) {
  const refusal = useRefusal(name);
  const latest = useRef<{ readonly code: string; readonly message: string }>(undefined);
  return {
    note: (reason: { readonly code: string; readonly message: string } | undefined) => {
      latest.current = reason;
    },
    /** Shows it after the kept files are validated: that clears the field's error. */
    say: () =>
      setTimeout(() => {
        const reason = latest.current;
        if (reason === undefined) refusal.forget();
        else refusal.say(reason.code, reason.message);
      }, 0),
  };
}

/** Why a file need not be sent: the service would refuse it. */
function refusalOf(
  { name, content }: Sent,
  options: FileFieldOptions,
  messages: Readonly<Record<string, string>>,
): Uploaded | undefined {
  // A HEIC that the browser could not decode is one still.
  const heic = isHeic({ name, type: content.type }) && options.pictures.includes("image/jpeg");
  const code = heic ? "file.kind" : content.size > options.maxBytes ? "file.bytes" : undefined;
  return code === undefined ? undefined : { kind: "refused", code, message: messages[code] ?? "" };
}
