import { useRouter } from "next/navigation";
import { useTransition } from "react";
import { ConfirmButton } from "@/components/shared/confirm-button";
import { orOffline } from "@/components/shared/or-offline";
import { Button } from "@/components/ui/button";
import type { Action } from "@/lib/http/action-result";
import type { ListedAddressList } from "@/lib/services/sites/address-list/address-list-view";
import type { LoadListInput } from "@/lib/services/sites/address-list/schemas";

type LoadNowProps = { list: ListedAddressList; load: Action<LoadListInput, unknown> };

/** Has a feed loaded at once; one that was refused may be taken even where it is much shorter. */
export function LoadNow({ list, load }: LoadNowProps) {
  const router = useRouter();
  const [isPending, startTransition] = useTransition();
  const { id: listId, name, lastError, loadedAt } = list;
  if (lastError !== null && loadedAt !== null) {
    return (
      <ConfirmButton
        trigger="Load now"
        triggerLabel={`Load ${name} now`}
        triggerVariant="ghost"
        title={`Load ${name} now?`}
        confirm="Load now"
        run={() => load({ listId, takeShorter: true })}
      >
        The last load failed: {lastError} Loading now accepts a much shorter list. Web pages and
        other non-lists are still rejected.
      </ConfirmButton>
    );
  }
  return (
    <Button
      size="sm"
      variant="ghost"
      isPending={isPending}
      aria-label={`Load ${name} now`}
      onClick={() =>
        startTransition(async () => {
          await orOffline(load({ listId }));
          router.refresh();
        })
      }
    >
      Load now
    </Button>
  );
}
