"use client";

import { CopyButton } from "@/components/shared/copy-button";
import { Dialog } from "@/components/shared/dialog";
import { Notice } from "@/components/shared/notice";
import { Button } from "@/components/ui/button";

type RecoveryCodesDialogProps = { codes: readonly string[] | null; onClose: () => void };

/** Shows recovery codes once; only its button closes it. */
export function RecoveryCodesDialog({ codes, onClose }: RecoveryCodesDialogProps) {
  return (
    <Dialog
      title="Your recovery codes"
      isOpen={codes !== null}
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      isDismissable={false}
    >
      <div className="flex flex-col gap-4">
        <Notice tone="warning">
          This is the only time they are shown. Print them, or keep them where you keep passwords:
          each lets you in once when your phone or passkey is lost.
        </Notice>
        <ol
          aria-label="Recovery codes"
          className="grid grid-cols-1 gap-x-6 gap-y-1 rounded-lg border border-border bg-surface-secondary px-4 py-3 font-mono text-sm sm:grid-cols-2"
        >
          {codes?.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ol>
        <div className="flex items-center justify-between gap-2">
          <CopyButton text={(codes ?? []).join("\n")} label="Copy the recovery codes" />
          <Button size="sm" onClick={onClose}>
            I have stored them
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
