import { useRouter } from "next/navigation";
import { useState } from "react";
import { ActionForm } from "@/components/shared/action-form";
import { Dialog } from "@/components/shared/dialog";
import { useActionForm } from "@/components/shared/use-action-form";
import { Button } from "@/components/ui/button";
import { instantToLocalTime } from "@/lib/domain/schedule/local-time";
import type { Action } from "@/lib/http/action-result";
import type { AccessCodeBatchView } from "@/lib/services/event/access-code/batch-view";
import type { SetCodeWindowInput } from "@/lib/services/event/access-code/schemas";
import { WindowFields } from "./window-fields";

type ChangeWindowProps = {
  batch: AccessCodeBatchView;
  timeZone: string;
  setWindow: Action<SetCodeWindowInput, unknown>;
};

/** Changes when the codes of a batch are good, while they are in use too. */
export function ChangeWindow(props: ChangeWindowProps) {
  const [isOpen, setOpen] = useState(false);
  const { name } = props.batch;
  return (
    <>
      <Button
        size="sm"
        variant="ghost"
        aria-label={`Change validity of ${name}`}
        onClick={() => setOpen(true)}
      >
        Validity
      </Button>
      <Dialog title={`Validity of ${name}`} isOpen={isOpen} onOpenChange={setOpen} size="lg">
        <WindowForm {...props} close={() => setOpen(false)} />
      </Dialog>
    </>
  );
}

function WindowForm(props: ChangeWindowProps & { close: () => void }) {
  const { batch, timeZone, setWindow, close } = props;
  const router = useRouter();
  const local = (at: string | null) =>
    at === null ? "" : instantToLocalTime(Date.parse(at), timeZone);
  const { form, control, ...asked } = useActionForm({
    defaultValues: { fromLocal: local(batch.validFrom), untilLocal: local(batch.validUntil) },
    submit: (values) => setWindow({ batchId: batch.id, ...values }),
    onDone: () => {
      close();
      router.refresh();
    },
  });
  return (
    <ActionForm
      {...asked}
      submit="Save validity"
      cancel={close}
      intro="Takes effect within seconds. Visitors already in line keep their place."
    >
      <WindowFields control={control} from="fromLocal" until="untilLocal" timeZone={timeZone} />
    </ActionForm>
  );
}
