import { useRouter } from "next/navigation";
import { useState } from "react";
import { Dialog } from "@/components/shared/dialog";
import { Button } from "@/components/ui/button";
import type { Lane } from "@/lib/domain/lane/lane";
import type { Action } from "@/lib/http/action-result";
import type { CreateAccessCodesInput } from "@/lib/services/event/access-code/schemas";
import { AccessCodeForm } from "./access-code-form";

type CreateAccessCodesProps = {
  eventId: string;
  lanes: readonly Lane[];
  create: Action<CreateAccessCodesInput, { readonly csv: string }>;
  variant: "primary" | "secondary";
};

/** Makes a batch and offers its file once. */
export function CreateAccessCodes({ eventId, lanes, create, variant }: CreateAccessCodesProps) {
  const router = useRouter();
  const [isOpen, setOpen] = useState(false);
  const [csv, setCsv] = useState<string | null>(null);
  const close = () => {
    setCsv(null);
    router.refresh();
  };
  return (
    <>
      <Button size="sm" variant={variant} onClick={() => setOpen(true)}>
        Create codes
      </Button>
      <Dialog title="Create access codes" isOpen={isOpen} onOpenChange={setOpen} size="sm">
        <AccessCodeForm
          eventId={eventId}
          lanes={lanes}
          create={create}
          onDone={(created) => {
            setOpen(false);
            setCsv(created.csv);
          }}
        />
      </Dialog>
      <Dialog
        title="Your codes"
        isOpen={csv !== null}
        onOpenChange={(open) => (open ? undefined : close())}
        isDismissable={false}
        size="sm"
      >
        <p className="text-sm text-muted">
          These codes are only available now. Download the file and keep it safe.
        </p>
        <div className="mt-4 flex justify-end gap-2">
          <Button variant="tertiary" onClick={close}>
            I have stored them
          </Button>
          <Button onClick={() => save(csv ?? "", `access-codes-${eventId}.csv`)}>
            Download file
          </Button>
        </div>
      </Dialog>
    </>
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
