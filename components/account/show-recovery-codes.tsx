import { useRouter } from "next/navigation";
import { CopyButton } from "@/components/shared/copy-button";
import { Dialog } from "@/components/shared/dialog";
import { Notice } from "@/components/shared/notice";
import { useShowOnce } from "@/components/shared/show-once";
import { Button } from "@/components/ui/button";

/** Answers what shows recovery codes once, until its button closes it. Then the page is loaded anew. */
export function useShowRecoveryCodes(): (codes: readonly string[]) => void {
  const router = useRouter();
  const showOnce = useShowOnce();
  return (codes) =>
    showOnce((onClose) => <RecoveryCodesDialog codes={codes} onClose={onClose} />, router.refresh);
}

type RecoveryCodesDialogProps = { codes: readonly string[]; onClose: () => void };

function RecoveryCodesDialog({ codes, onClose }: RecoveryCodesDialogProps) {
  return (
    <Dialog isOpen title="Your recovery codes" onOpenChange={onClose} isDismissable={false}>
      <div className="flex flex-col gap-4">
        <Notice tone="warning">
          These codes are only shown once. Print them or store them in your password manager. Each
          works once if you lose your phone or passkey.
        </Notice>
        <ol
          aria-label="Recovery codes"
          className="grid grid-cols-1 gap-x-6 gap-y-1 rounded-lg border border-border bg-surface-secondary px-4 py-3 font-mono text-sm sm:grid-cols-2"
        >
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ol>
        <div className="flex items-center justify-between gap-2">
          <CopyButton text={codes.join("\n")} label="Copy recovery codes" />
          <Button size="sm" onClick={onClose}>
            I have stored them
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
