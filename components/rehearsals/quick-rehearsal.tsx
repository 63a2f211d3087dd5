"use client";

import { Play } from "lucide-react";
import { useRouter } from "next/navigation";
import { useState, useTransition } from "react";
import { FormMessage } from "@/components/shared/form-message";
import { orOffline } from "@/components/shared/or-offline";
import { SelectBox } from "@/components/shared/select-box";
import { Button } from "@/components/ui/button";
import { QUICK_LIVE } from "@/lib/domain/rehearsal/live";
import type { Action } from "@/lib/http/action-result";
import type { ListedRehearsal } from "@/lib/services/operation/rehearsal/rehearsal-view";
import type { StartLiveInput } from "@/lib/services/operation/rehearsal/schemas";

type QuickRehearsalProps = {
  /** What can be copied; the first is chosen until somebody chooses another. */
  events: readonly { readonly eventId: string; readonly name: string }[];
  start: Action<StartLiveInput, ListedRehearsal>;
};

/** One click, and a sale of the event that is chosen runs: test visitors come to a copy of the event, wait and get in, within two minutes. */
export function QuickRehearsal({ events, start }: QuickRehearsalProps) {
  const router = useRouter();
  const [message, setMessage] = useState<string | null>(null);
  const [isPending, startTransition] = useTransition();
  const [eventId, setEventId] = useState(events[0]?.eventId ?? "");
  const name = events.find((one) => one.eventId === eventId)?.name;
  const begin = () =>
    startTransition(async () => {
      setMessage(null);
      const result = await orOffline(start({ eventId, ...QUICK_LIVE }));
      if (result.ok) router.push(`/rehearsals/${result.data.id}`);
      else setMessage(result.error.message);
    });
  return (
    <section
      aria-labelledby="quick-rehearsal"
      className="mb-5 flex flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-3xl bg-surface p-4 shadow-surface"
    >
      <div className="min-w-0 flex-1 basis-64">
        <h2 id="quick-rehearsal" className="text-heading">
          Try a test sale
        </h2>
        <p className="mt-0.5 max-w-prose text-sm text-pretty text-muted">
          {QUICK_LIVE.people} test visitors join a copy of {name} and are admitted within two
          minutes. Your figures are not affected.
        </p>
      </div>
      <div className="flex flex-wrap items-center gap-2 max-sm:w-full">
        {events.length === 1 ? null : (
          <SelectBox
            label="Event to copy"
            hideLabel
            value={eventId}
            options={events.map((one) => ({ value: one.eventId, label: one.name }))}
            onChange={setEventId}
            className="w-full sm:w-56"
          />
        )}
        <Button size="md" onClick={begin} isPending={isPending}>
          <Play aria-hidden />
          Run test sale
        </Button>
      </div>
      {message === null ? null : (
        <div className="basis-full">
          <FormMessage message={message} />
        </div>
      )}
    </section>
  );
}
