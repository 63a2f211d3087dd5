import { useRouter } from "next/navigation";
import type { ReactNode } from "react";
import { ConfirmButton } from "@/components/shared/confirm-button";
import { Panel } from "@/components/shared/panel";
import { RoleNote } from "@/components/shared/role-note";
import { toast } from "@/components/ui/toast";
import type { Asked } from "@/lib/domain/approval/approval";
import type { Action } from "@/lib/http/action-result";
import type { EventView } from "@/lib/services/event/settings/event-view";
import type {
  DeleteEventInput,
  DuplicateEventInput,
  EventIdInput,
} from "@/lib/services/event/settings/inputs";
import type { SaveTemplateInput } from "@/lib/services/event/template/schemas";
import type { EventLosses } from "@/lib/services/operation/removal/losses";
import { DeleteEvent } from "./delete-event";
import { lossesInWords } from "./losses-in-words";
import { NameDialog } from "./name-dialog";

/** What can be done with an event as a whole. */
export type LifeActions = {
  readonly duplicate: Action<DuplicateEventInput, EventView>;
  readonly saveTemplate: Action<SaveTemplateInput, { readonly name: string }>;
  readonly archive: Action<EventIdInput, EventView>;
  readonly restore: Action<EventIdInput, EventView>;
  readonly remove: Action<DeleteEventInput, { readonly eventId: string } | Asked>;
};

type EventLifePanelProps = {
  event: EventView;
  losses: EventLosses;
  canWrite: boolean;
  canDelete: boolean;
  actions: LifeActions;
};

/** Copies, templates, the archive and the end of an event, the worst last. */
export function EventLifePanel({
  event,
  losses,
  canWrite,
  canDelete,
  actions,
}: EventLifePanelProps) {
  const router = useRouter();
  const { eventId, name } = event;
  const isOpen = event.status === "open";
  if (!canWrite) {
    return (
      <Panel title="Manage event">
        <RoleNote permission="event:write" act="copy, archive or delete an event" />
      </Panel>
    );
  }
  return (
    <Panel title="Manage event" flush>
      <ul className="divide-y divide-separator">
        <LifeRow title="Duplicate" text="Creates a draft event with the same settings and logo.">
          <NameDialog
            trigger="Duplicate"
            title={`Duplicate ${name}`}
            withId
            suggestion={`${name} copy`}
            run={(given) =>
              actions.duplicate({ eventId, name: given.name, newEventId: given.eventId })
            }
            onDone={(given) => router.push(`/events/${given.eventId}`)}
          />
        </LifeRow>
        <LifeRow title="Template" text="Save these settings to start future events from.">
          <NameDialog
            trigger="Save as template"
            title="Save as template"
            suggestion={name}
            run={(given) => actions.saveTemplate({ eventId, name: given.name })}
            onDone={(given) => toast.success(`Template ${given.name} saved`)}
          />
        </LifeRow>
        <ArchiveRow event={event} actions={actions} />
        <LifeRow title="Delete" text={lossesInWords(losses)}>
          {canDelete ? (
            <DeleteEvent
              event={event}
              losses={losses}
              isDisabled={isOpen || losses.rules.length > 0}
              remove={actions.remove}
            />
          ) : (
            <RoleNote permission="event:delete" act="delete an event" />
          )}
        </LifeRow>
      </ul>
    </Panel>
  );
}

function ArchiveRow({ event, actions }: Pick<EventLifePanelProps, "event" | "actions">) {
  const router = useRouter();
  const { eventId, name, archivedAt } = event;
  if (archivedAt !== null) {
    return (
      <LifeRow title="Archive" text="Archived. It is hidden from lists and cannot be opened.">
        <ConfirmButton
          trigger="Restore"
          title={`Restore ${name}?`}
          confirm="Restore"
          run={() => actions.restore({ eventId })}
        >
          The event returns to the list unchanged. Its schedules may open it.
        </ConfirmButton>
      </LifeRow>
    );
  }
  const isOpen = event.status === "open";
  return (
    <LifeRow
      title="Archive"
      text={
        isOpen
          ? "Stop the event before you archive it."
          : "Hides the event and turns off its schedules. You can restore it at any time."
      }
    >
      <ConfirmButton
        trigger="Archive"
        isDisabled={isOpen}
        title={`Archive ${name}?`}
        confirm="Archive"
        run={() => actions.archive({ eventId })}
        onDone={() => router.push("/events")}
      >
        The event is hidden and its schedules are off; its settings are kept. Find it under Archive,
        below the list of events.
      </ConfirmButton>
    </LifeRow>
  );
}

type LifeRowProps = { title: string; text: string; children: ReactNode };

function LifeRow({ title, text, children }: LifeRowProps) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4 py-3">
      <div className="min-w-0 flex-1 basis-56">
        <h3 className="text-sm font-medium">{title}</h3>
        <p className="text-xs text-pretty text-muted">{text}</p>
      </div>
      {children}
    </li>
  );
}
