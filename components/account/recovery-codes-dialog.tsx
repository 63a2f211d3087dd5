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
          These codes are only shown once. Print them or store them in your password manager. Each
          works once if you lose your phone or passkey.
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
          <CopyButton text={(codes ?? []).join("\n")} label="Copy recovery codes" />
          <Button size="sm" onClick={onClose}>
            I have stored them
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
