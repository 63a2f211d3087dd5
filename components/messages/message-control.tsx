import { Megaphone } from "lucide-react";
import { useState } from "react";
import { Moment } from "@/components/shared/moment";
import { Button } from "@/components/ui/button";
import { languagesOf, messageIn } from "@/lib/domain/message/message";
import { LANGUAGES } from "@/lib/domain/page-texts/languages";
import type { ActionResult } from "@/lib/http/action-result";
import type { EventView } from "@/lib/services/event/settings/event-view";
import type { SetMessageInput } from "@/lib/services/event/settings/inputs";
import { MessageDialog } from "./message-dialog";

type MessageControlProps = {
  event: EventView;
  isDisabled: boolean;
  setMessage: (input: SetMessageInput) => Promise<ActionResult<EventView>>;
};

/** The message to everybody: what they read, and how to send, change or take it back. */
export function MessageControl({ event, isDisabled, setMessage }: MessageControlProps) {
  const [isOpen, setOpen] = useState(false);
  const { eventId, message } = event;
  if (event.status !== "open") return null;
  return (
    <div className="flex flex-col gap-2">
      {message === null ? null : <SentMessage event={event} message={message} />}
      {message === null ? (
        <Button
          data-key="m"
          data-key-acts=""
          variant="secondary"
          fullWidth
          isDisabled={isDisabled}
          onClick={() => setOpen(true)}
        >
          <Megaphone aria-hidden />
          Message visitors
        </Button>
      ) : (
        <div className="grid grid-cols-2 gap-2">
          <Button
            variant="secondary"
            fullWidth
            isDisabled={isDisabled}
            onClick={() => setOpen(true)}
          >
            Edit
          </Button>
          <Button
            variant="secondary"
            fullWidth
            isDisabled={isDisabled}
            onClick={() => void setMessage({ eventId, texts: null })}
          >
            Remove
          </Button>
        </div>
      )}
      {isOpen ? (
        <MessageDialog
          event={event}
          texts={message?.texts ?? null}
          close={() => setOpen(false)}
          send={(texts) => setMessage({ eventId, texts })}
        />
      ) : null}
    </div>
  );
}

type SentMessageProps = { event: EventView; message: NonNullable<EventView["message"]> };

function SentMessage({ event, message }: SentMessageProps) {
  const { texts, sentAtMs } = message;
  const tags = languagesOf(texts);
  return (
    <section
      aria-label="Message to visitors"
      className="rounded-lg bg-accent-soft px-3 py-2 text-sm"
    >
      <p className="font-medium">Visitors see</p>
      <p className="mt-1 whitespace-pre-line break-words">
        “{messageIn(texts, null, event.language)}”
      </p>
      <p className="mt-1 text-xs text-muted">
        Sent <Moment at={new Date(sentAtMs).toISOString()} timeZone={event.timeZone} />
        {tags.length > 1 ? " in " : null}
        {tags.length > 1
          ? tags.map((tag, index) => (
              <span key={tag}>
                {index === 0 ? "" : ", "}
                <bdi lang={tag}>{LANGUAGES[tag].name}</bdi>
              </span>
            ))
          : null}
      </p>
    </section>
  );
}
