import { useEffect, useState } from "react";
import type { ModalDialog, ModalDialogProps } from "./modal-dialog.tsx";

let loaded: typeof ModalDialog | undefined;

/** Loads the dialog component once; most pages never need it. */
export async function loadDialog(): Promise<typeof ModalDialog> {
  loaded ??= (await import("./modal-dialog.tsx")).ModalDialog;
  return loaded;
}

/** The code of dialogs, once loaded. */
export function dialogNow(): typeof ModalDialog | undefined {
  return loaded;
}

/** A dialog whose code is loaded on first use. `onMissing` is called when that fails. */
export function LazyDialog({
  onMissing,
  ...props
}: ModalDialogProps & { readonly onMissing?: () => void }) {
  const [Dialog, setDialog] = useState(() => loaded);
  useEffect(() => {
    if (Dialog !== undefined) return;
    loadDialog().then(
      (ready) => setDialog(() => ready),
      () => onMissing?.(),
    );
    // Loads once: a later use mounts it anew.
  }, []);
  return Dialog === undefined ? null : <Dialog {...props} />;
}
