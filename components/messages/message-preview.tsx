import { useEffect, useId, useRef, useState } from "react";
import { Segmented } from "@/components/shared/segmented";
import { LANGUAGES, type Language } from "@/lib/domain/page-texts/languages";

const SETTLED_MS = 300;

type MessagePreviewProps = {
  eventId: string;
  /** By language, those that are written. */
  texts: Readonly<Partial<Record<Language, string>>>;
  languages: readonly Language[];
  /** The state of the page on which they read it. */
  state: "waiting" | "before";
};

/** The waiting page with a message, in each of its languages, in a frame without scripts. */
export function MessagePreview({ eventId, texts, languages, state }: MessagePreviewProps) {
  const [chosen, setChosen] = useState<Language | null>(null);
  const frame = useId();
  const form = useRef<HTMLFormElement>(null);
  const [first = "en"] = languages;
  const language = chosen !== null && languages.includes(chosen) ? chosen : first;
  const message = texts[language] ?? texts[first] ?? "";
  // biome-ignore lint/correctness/useExhaustiveDependencies: the form sends what these have changed.
  useEffect(() => {
    const timer = setTimeout(() => form.current?.submit(), SETTLED_MS);
    return () => clearTimeout(timer);
  }, [message, language, state]);
  return (
    <section aria-label="Preview" className="flex flex-col gap-2 self-start md:sticky md:top-0">
      <form
        ref={form}
        action={`/events/${eventId}/message-preview#wait`}
        method="post"
        target={frame}
        data-unsaved="false"
        hidden
      >
        <input type="hidden" name="message" value={message} />
        <input type="hidden" name="language" value={language} />
        <input type="hidden" name="state" value={state} />
      </form>
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
      <iframe
        name={frame}
        title="Visitor's page"
        sandbox="allow-same-origin"
        className="h-96 w-full rounded-xl border border-border bg-background"
      />
    </section>
  );
}
