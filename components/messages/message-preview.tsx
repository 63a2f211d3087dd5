import { useState } from "react";
import { Segmented } from "@/components/shared/segmented";
import { PageFrame } from "@/components/themes/page-frame";
import { LANGUAGES, type Language } from "@/lib/domain/page-texts/languages";

/** A telephone, without what stands far from the message. */
const SIZE = { width: 390, height: 600 };

type MessagePreviewProps = {
  eventId: string;
  /** By language, those that are written. */
  texts: Readonly<Partial<Record<Language, string>>>;
  languages: readonly Language[];
  /** The state of the page on which they read it. */
  state: "waiting" | "before";
};

/** The waiting page with a message, in each of its languages, in a frame in which nothing runs or has to be scrolled. */
export function MessagePreview({ eventId, texts, languages, state }: MessagePreviewProps) {
  const [chosen, setChosen] = useState<Language | null>(null);
  const [first = "en"] = languages;
  const language = chosen !== null && languages.includes(chosen) ? chosen : first;
  const message = texts[language] ?? texts[first] ?? "";
  return (
    <section
      aria-label="Preview"
      className="flex min-w-0 flex-col gap-2 self-start md:sticky md:top-0"
    >
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 className="text-sm font-medium">Preview</h3>
        {languages.length === 1 ? null : (
          <Segmented
            label="Language of the preview"
            value={language}
            options={languages.map((tag) => ({ value: tag, label: LANGUAGES[tag].name }))}
            onChange={setChosen}
          />
        )}
      </div>
      <PageFrame
        path={`/events/${eventId}/message-preview`}
        first={{ state, language }}
        wanted={JSON.stringify({ message, language, state })}
        saved={null}
        size={SIZE}
        inSight="message"
      />
    </section>
  );
}
