"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import type { EventDraftView, SectionOutcome } from "@/lib/services/event/draft/draft-view";
import type { EventView } from "@/lib/services/event/settings/event-view";
import type { EventLive } from "@/lib/services/operation/live/get-live";
import type { ThemeOption } from "./brand-section";
import type { NewEventStart } from "./event-form-values";
import { type ChangeStage, InForce } from "./in-force";
import { ConnectionNote } from "./sections/connection-note";
import { DraftPanel } from "./sections/draft-panel";
import { findSection } from "./sections/registry";
import { SectionForm } from "./sections/section-form";
import type { SettingsActions } from "./sections/settings-actions";
import { useEventLive } from "./use-event-live";

type EventSettingsProps = {
  section: string;
  event: EventView;
  draft: EventDraftView | null;
  /** What the customer's new events begin with. */
  newEvent: NewEventStart;
  logoUrl: string | null;
  canWrite: boolean;
  themes: readonly ThemeOption[];
  initial: EventLive | null;
  actions: SettingsActions;
};

/** A section of the settings of an event with its draft, and whether the last change is in force. */
export function EventSettings(props: EventSettingsProps) {
  const { event, draft, canWrite, initial, actions } = props;
  const router = useRouter();
  const [change, setChange] = useState<ChangeStage>({ stage: "idle" });
  const isOpen = event.status === "open";
  const { live } = useEventLive(event.eventId, { initial, isPolled: isOpen });
  const section = findSection(props.section);
  if (section === null) return null;
  const onSaved = (outcome: SectionOutcome) => {
    if (outcome.status === "saved")
      setChange({ stage: "sent", settingsVersion: outcome.event.settingsVersion });
    router.refresh();
  };
  return (
    <div className="flex flex-col gap-3">
      <ConnectionNote />
      {isOpen ? <InForce change={change} inForce={live?.inForce ?? null} /> : null}
      {draft === null ? null : (
        <DraftPanel event={event} draft={draft} canWrite={canWrite} actions={actions} />
      )}
      <SectionForm
        key={section.id}
        section={section}
        event={event}
        draft={draft}
        newEvent={props.newEvent}
        canWrite={canWrite}
        logoUrl={props.logoUrl}
        themes={props.themes}
        save={actions.save}
        storeLogo={async (logoBase64) => {
          const stored = await actions.setLogo({ eventId: event.eventId, logoBase64 });
          if (stored.ok) router.refresh();
          return stored;
        }}
        onSaved={onSaved}
      />
    </div>
  );
}
