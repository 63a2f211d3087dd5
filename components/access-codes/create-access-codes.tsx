import { useRouter } from "next/navigation";
import { useState } from "react";
import { CopyLine } from "@/components/shared/copy-line";
import { Dialog } from "@/components/shared/dialog";
import { useShowOnce } from "@/components/shared/show-once";
import { Button } from "@/components/ui/button";
import type { Lane } from "@/lib/domain/lane/lane";
import type { Action } from "@/lib/http/action-result";
import type { CreatedAccessCodes } from "@/lib/services/event/access-code/create";
import type { CreateAccessCodesInput } from "@/lib/services/event/access-code/schemas";
import { AccessCodeForm } from "./access-code-form";

type CreateAccessCodesProps = {
  eventId: string;
  lanes: readonly Lane[];
  timeZone: string;
  create: Action<CreateAccessCodesInput, CreatedAccessCodes>;
  variant: "primary" | "secondary";
};

/** Makes a batch and offers its file once. */
export function CreateAccessCodes(props: CreateAccessCodesProps) {
  const { eventId, variant } = props;
  const router = useRouter();
  const [isOpen, setOpen] = useState(false);
  const showOnce = useShowOnce();
  const show = (created: CreatedAccessCodes) =>
    showOnce((onClose) => <CodesDialog {...{ created, eventId, onClose }} />, router.refresh);
  return (
    <>
      <Button size="sm" variant={variant} onClick={() => setOpen(true)}>
        Create codes
      </Button>
      <Dialog title="Create access codes" isOpen={isOpen} onOpenChange={setOpen} size="lg">
        <AccessCodeForm
          {...props}
          cancel={() => setOpen(false)}
          onDone={(made) => {
            setOpen(false);
            show(made);
          }}
        />
      </Dialog>
    </>
  );
}

type CodesDialogProps = { created: CreatedAccessCodes; eventId: string; onClose: () => void };

function CodesDialog({ created, eventId, onClose }: CodesDialogProps) {
  return (
    <Dialog isOpen title="Your codes" onOpenChange={onClose} isDismissable={false} size="sm">
      <p className="text-sm text-muted">
        These codes are only available now. Download the file, which has a link for each, and keep
        it safe.
      </p>
      <div className="mt-4 flex flex-col gap-1">
        <p className="text-sm font-medium">
          {created.count === 1 ? "Link" : "Link of the first code"}
        </p>
        <CopyLine text={created.firstLink} label="Copy link" />
        <p className="text-xs text-muted">
          Opens the waiting room with the code filled in. Nothing is used up until the visitor
          joins.
        </p>
      </div>
      <div className="mt-4 flex justify-end gap-2">
        <Button variant="tertiary" onClick={onClose}>
          I have stored them
        </Button>
        <Button onClick={() => save(created.csv, `access-codes-${eventId}.csv`)}>
          Download file
        </Button>
      </div>
    </Dialog>
  );
}

function save(text: string, name: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: "text/csv;charset=utf-8" }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
