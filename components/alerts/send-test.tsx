import { useRouter } from "next/navigation";
import { useAct } from "@/components/shared/use-act";
import { Button } from "@/components/ui/button";
import { toast } from "@/components/ui/toast";
import type { ActionResult } from "@/lib/http/action-result";

type SendTestProps = { name: string; send: () => Promise<ActionResult<unknown>> };

/** A button that sends a test notice. */
export function SendTest({ name, send }: SendTestProps) {
  const router = useRouter();
  const { act, isPending } = useAct();
  const press = () =>
    act(
      send,
      () => {
        toast.success("Test sent. See “Last notice” of the channel.");
        router.refresh();
      },
      toast.danger,
    );
  return (
    <Button
      size="sm"
      variant="ghost"
      isDisabled={isPending}
      onClick={press}
      aria-label={`Send test to ${name}`}
    >
      Send test
    </Button>
  );
}
