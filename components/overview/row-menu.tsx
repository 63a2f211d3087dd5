import { Ellipsis } from "lucide-react";
import { useRouter } from "next/navigation";
import { Menu, type MenuItem } from "@/components/ui/menu";
import type { BulkAct } from "@/lib/domain/overview/bulk";
import type { ListedEvent } from "@/lib/domain/overview/overview";

/** What can be done with events from the list. */
export type RowActs = {
  readonly canWrite: boolean;
  /** Acts that visitors notice; absent for members who may not operate events. */
  readonly act?: (kind: BulkAct, event: ListedEvent) => void;
  readonly isChosen?: (event: ListedEvent) => boolean;
  /** As many are chosen as may be. */
  readonly isFull?: boolean;
  readonly choose?: (event: ListedEvent, isChosen: boolean) => void;
};

/** The pages of an event, and what is done with it most, one press from the list. */
export function RowMenu({ event, acts }: { event: ListedEvent; acts: RowActs }) {
  const router = useRouter();
  const { act, canWrite } = acts;
  const path = `/events/${event.eventId}`;
  const isOpen = event.status === "open";
  const operate: readonly MenuItem[] =
    act === undefined || !isOpen
      ? []
      : [
          event.paused ? { id: "resume", label: "Resume" } : { id: "pause", label: "Pause" },
          { id: "message", label: "Message visitors" },
        ];
  const pages: readonly MenuItem[] = [
    { id: path, label: "Live page" },
    { id: `${path}/visitors`, label: "Visitors" },
    { id: `${path}/settings`, label: canWrite ? "Settings" : "View settings" },
    { id: `${path}/readiness`, label: "Readiness" },
  ];
  const choose = (id: string) => {
    if (id === "pause" || id === "resume" || id === "message") act?.(id, event);
    else router.push(id);
  };
  return (
    <div className="relative z-10 flex justify-end">
      <Menu
        label={`Actions of ${event.name}`}
        trigger={<Ellipsis aria-hidden className="size-4" />}
        triggerLabel={`Actions of ${event.name}`}
        triggerClassName="flex size-8 items-center justify-center rounded-full text-muted outline-none hover:bg-default focus-visible:focus-ring max-sm:size-11"
        items={[...operate, ...pages]}
        onChoose={choose}
        side="below"
      />
    </div>
  );
}
