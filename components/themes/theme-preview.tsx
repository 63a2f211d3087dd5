import { useEffect, useRef, useState } from "react";
import { SelectBox } from "@/components/shared/select-box";
import type { Theme } from "@/lib/domain/theme/theme";

const SETTLED_MS = 300;
const FRAME = "theme-preview";

const APPEARANCES = [
  { value: "light", label: "Light" },
  { value: "dark", label: "Dark" },
];
const WIDTHS = [
  { value: "390", label: "Phone, 390 px" },
  { value: "1440", label: "Desktop, 1440 px" },
];
const HEIGHTS: Readonly<Record<string, number>> = { "390": 780, "1440": 900 };

type ThemePreviewProps = {
  /** The theme as it is being edited; null while it cannot be shown. */
  draft: Theme | null;
  states: readonly { readonly id: string; readonly label: string }[];
  language: string;
  /** The event whose page it is; an example where there is none. */
  event?: PreviewedEvent;
};

export type PreviewedEvent = {
  readonly name: string;
  readonly brandName: string;
  readonly brandColour: string;
  readonly timeZone: string;
  readonly opening: {
    readonly isDrawn: boolean;
    readonly startAtMs: number | null;
    readonly preQueueMinutes: number;
  };
};

/** The page that visitors would see, in a frame in which nothing runs. It follows what is typed. */
export function ThemePreview({ draft, states, language, event }: ThemePreviewProps) {
  const [state, setState] = useState(states[0]?.id ?? "");
  const [appearance, setAppearance] = useState("light");
  const [width, setWidth] = useState("390");
  const form = useRef<HTMLFormElement>(null);
  const settings = draft === null ? null : shownIn(draft, language);
  const shownEvent = event === undefined ? "" : JSON.stringify(event);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the form sends what these have changed.
  useEffect(() => {
    if (settings === null) return;
    const timer = setTimeout(() => form.current?.submit(), SETTLED_MS);
    return () => clearTimeout(timer);
  }, [settings, state, appearance, language, shownEvent]);
  return (
    <section aria-label="Preview" className="flex flex-col gap-3">
      <form ref={form} action="/themes/preview" method="post" target={FRAME} hidden>
        <input type="hidden" name="settings" value={settings ?? ""} />
        <input type="hidden" name="state" value={state} />
        <input type="hidden" name="language" value={language} />
        <input type="hidden" name="appearance" value={appearance} />
        {event === undefined ? null : <input type="hidden" name="event" value={shownEvent} />}
      </form>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(9rem,100%),1fr))] gap-3">
        <SelectBox
          label="State"
          value={state}
          onChange={setState}
          options={states.map(({ id, label }) => ({ value: id, label }))}
        />
        <SelectBox
          label="Appearance"
          value={draft === null || draft.appearance === "auto" ? appearance : draft.appearance}
          onChange={setAppearance}
          options={APPEARANCES}
          isDisabled={draft !== null && draft.appearance !== "auto"}
        />
        <SelectBox label="Width" value={width} onChange={setWidth} options={WIDTHS} />
      </div>
      <Frame width={Number(width)} height={HEIGHTS[width] ?? 780} />
      {draft === null ? (
        <p role="status" className="text-xs text-muted">
          Fix the errors in the form to update the preview.
        </p>
      ) : null}
    </section>
  );
}

/** Of the texts only those that can be seen: all languages together may be long. */
function shownIn(draft: Theme, language: string): string {
  const texts = Object.entries(draft.texts).filter(([tag]) => tag === language);
  return JSON.stringify({ ...draft, texts: Object.fromEntries(texts) });
}

/** As wide as the device, made smaller where there is less room. */
function Frame({ width, height }: { width: number; height: number }) {
  const box = useRef<HTMLDivElement>(null);
  const [scale, setScale] = useState(1);
  useEffect(() => {
    if (box.current === null) return;
    const observer = new ResizeObserver(([entry]) => {
      if (entry !== undefined) setScale(Math.min(1, entry.contentRect.width / width));
    });
    observer.observe(box.current);
    return () => observer.disconnect();
  }, [width]);
  return (
    <div ref={box} className="flex justify-center overflow-hidden">
      <div
        className="overflow-hidden rounded-2xl border border-border bg-background"
        style={{ width: width * scale, height: height * scale }}
      >
        <iframe
          name={FRAME}
          title="Visitor's page"
          sandbox="allow-same-origin"
          className="origin-top-left border-0"
          style={{ width, height, transform: `scale(${scale})` }}
        />
      </div>
    </div>
  );
}
