import { Megaphone } from "lucide-react";
import { useState } from "react";
import { Moment } from "@/components/shared/moment";
import { useNow } from "@/components/shared/use-now";
import { Button } from "@/components/ui/button";
import { languagesOf, messageIn } from "@/lib/domain/message/message";
import { stageOfMessage, type TargetedMessage } from "@/lib/domain/message/targeted-message";
import { LANGUAGES } from "@/lib/domain/page-texts/languages";
import type { ActionResult } from "@/lib/http/action-result";
import type { EventView } from "@/lib/services/event/settings/event-view";
import type { SetMessageInput } from "@/lib/services/event/settings/inputs";
import { MessageDialog } from "./message-dialog";
import { describeReach } from "./message-values";
import type { SavedMessageActions } from "./saved-messages";

type MessageControlProps = {
  event: EventView;
  isDisabled: boolean;
  saved: SavedMessageActions;
  setMessage: (
    input: SetMessageInput,
    refusals: "toast" | "form",
  ) => Promise<ActionResult<EventView>>;
};

/** The message to visitors: what they read or will read, and how to send, change or take it back. */
export function MessageControl({ event, isDisabled, saved, setMessage }: MessageControlProps) {
  const [isOpen, setOpen] = useState(false);
  const message = useStandingMessage(event);
  if (event.status !== "open") return null;
  const button = { variant: "secondary", fullWidth: true, isDisabled } as const;
  return (
    <div className="flex flex-col gap-2">
      {message === null ? null : <SentMessage event={event} message={message} />}
      {message === null ? (
        <Button {...button} data-key="m" data-key-acts="" onClick={() => setOpen(true)}>
          <Megaphone aria-hidden />
          Message visitors
        </Button>
      ) : (
        <div className="grid grid-cols-2 gap-2">
          <Button {...button} onClick={() => setOpen(true)}>
            Edit
          </Button>
          <Button
            {...button}
            onClick={() => {
              const { eventId } = event;
              const seenSentAtMs = message.sentAtMs;
              void setMessage({ eventId, texts: null, seenSentAtMs }, "toast");
            }}
          >
            Remove
          </Button>
        </div>
      )}
      {isOpen ? (
        <MessageDialog
          event={event}
          message={message}
          saved={saved}
          close={() => setOpen(false)}
          send={(input) => setMessage(input, "form")}
        />
      ) : null}
    </div>
  );
}

/** The message that visitors read or will read; null without one and once it is over. */
function useStandingMessage({ message, startAt }: EventView): TargetedMessage | null {
  const nowMs = useNow();
  if (message === null || nowMs === null) return message;
  const startAtMs = startAt === null ? null : Date.parse(startAt);
  return stageOfMessage(message, startAtMs, nowMs) === "over" ? null : message;
}

type SentMessageProps = { event: EventView; message: TargetedMessage };

function SentMessage({ event, message }: SentMessageProps) {
  const { texts, sentAtMs, fromMs } = message;
  const nowMs = useNow();
  const isToCome = fromMs !== null && nowMs !== null && nowMs < fromMs;
  const tags = languagesOf(texts);
  const reach = describeReach(message, event);
  return (
    <section
      aria-label="Message to visitors"
      className="rounded-lg bg-accent-soft px-3 py-2 text-sm"
    >
      <p className="font-medium">{isToCome ? "Visitors will see" : "Visitors see"}</p>
      <p className="mt-1 whitespace-pre-line break-words">
        “{messageIn(texts, null, event.language)}”
      </p>
      {reach === "" ? null : (
        <p className="mt-1 text-xs font-medium first-letter:uppercase">{reach}</p>
      )}
      <p className="mt-1 text-xs text-muted empty:hidden">
        {isToCome ? null : (
          <>
            Sent <Moment at={new Date(sentAtMs).toISOString()} timeZone={event.timeZone} />{" "}
          </>
        )}
        {isToCome || tags.length === 1 ? null : "in "}
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
