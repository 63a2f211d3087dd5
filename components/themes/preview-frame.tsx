import { type RefObject, useEffect, useRef, useState } from "react";
import type { Theme } from "@/lib/domain/theme/theme";
import { PREVIEW_WIDTHS, type PreviewView } from "./preview-view";

const SETTLED_MS = 150;
const PATH = "/themes/preview";

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

type PreviewFrameProps = {
  /** The saved theme; absent where there is none. */
  themeId?: string;
  /** The event whose page it is; an example where there is none. */
  event?: PreviewedEvent;
  /** The theme as it is being edited; null while it cannot be shown. */
  settings: Theme | null;
  view: PreviewView;
  /** A text of the page was clicked. */
  onPick?: (text: string) => void;
  /** The texts that the page shows, in their order. */
  onTexts?: (texts: readonly string[]) => void;
};

/**
 * The page that visitors would see, as wide as the device and made smaller where there is less room. The server sends the
 * first one; what is typed and chosen then is put into the same document: nothing flashes, and *Back* leaves the theme.
 */
export function PreviewFrame(props: PreviewFrameProps) {
  const { themeId, event, settings, view } = props;
  const frame = useRef<HTMLIFrameElement>(null);
  const { state, language, scheme } = view;
  const [source] = useState(
    () =>
      `${PATH}?${new URLSearchParams({ ...(themeId === undefined ? {} : { theme: themeId }), state, language, scheme })}`,
  );
  const wanted =
    settings === null ? null : JSON.stringify({ settings, event, state, language, scheme });
  const [saved] = useState(themeId === undefined ? null : wanted);
  const hasFailed = useShown(frame, { wanted, saved }, props.onTexts);
  usePicking(frame, props.onPick, props.onTexts);
  const { width, height } = PREVIEW_WIDTHS[view.width];
  const { box, scale } = useScale(width);
  return (
    <>
      <div ref={box} className="flex justify-center overflow-hidden">
        <div
          className="overflow-hidden rounded-2xl border border-border bg-background"
          style={{ width: width * scale, height: height * scale }}
        >
          <iframe
            ref={frame}
            name="theme-preview"
            title="Visitor's page"
            src={source}
            sandbox="allow-same-origin"
            className="origin-top-left border-0"
            style={{ width, height, transform: `scale(${scale})` }}
          />
        </div>
      </div>
      {hasFailed ? (
        <p role="alert" className="text-xs text-danger">
          The preview could not be updated. It shows an earlier state of the theme.
        </p>
      ) : null}
    </>
  );
}

type Frame = RefObject<HTMLIFrameElement | null>;

/** Listens to the document that the server sent; it stays, whatever is put into it. Nothing in it leads anywhere. */
function usePicking(
  frame: Frame,
  onPick: PreviewFrameProps["onPick"],
  onTexts: PreviewFrameProps["onTexts"],
): void {
  useEffect(() => {
    const stop = new AbortController();
    const { signal } = stop;
    const listen = async () => {
      const page = await documentOf(frame.current, signal);
      onTexts?.(textsOf(page));
      const pick = (event: Event) => {
        event.preventDefault();
        // An element of another document is none of this window's classes.
        const clicked = event.target as Partial<Element> | null;
        const text = clicked?.closest?.("[data-text]")?.getAttribute("data-text") ?? null;
        if (text !== null) onPick?.(text);
      };
      page.addEventListener("click", pick, { signal });
    };
    listen().catch(() => undefined);
    return () => stop.abort();
  }, [frame, onPick, onTexts]);
}

/** The names of the texts on a page, without those that it hides. */
function textsOf(page: Document): readonly string[] {
  const names = [...page.querySelectorAll("[data-text]")]
    .filter((element) => element.closest("[hidden]") === null)
    .map((element) => element.getAttribute("data-text") ?? "");
  return [...new Set(names)];
}

/** Brings the frame's document from what the server sent to what is wanted; true where that failed. Null leaves it as it is. */
function useShown(
  frame: Frame,
  { wanted, saved }: { readonly wanted: string | null; readonly saved: string | null },
  onTexts: PreviewFrameProps["onTexts"],
): boolean {
  const shown = useRef(saved);
  const [failed, setFailed] = useState<string | null>(null);
  useEffect(() => {
    if (wanted === null || wanted === shown.current) return;
    const stop = new AbortController();
    const timer = setTimeout(async () => {
      try {
        const html = await fetchPage(wanted, stop.signal);
        const shownIn = await documentOf(frame.current, stop.signal);
        const page = parseIn(shownIn, html);
        if (stop.signal.aborted) return;
        shownIn.replaceChild(shownIn.adoptNode(page.documentElement), shownIn.documentElement);
        shown.current = wanted;
        onTexts?.(textsOf(shownIn));
      } catch {
        if (!stop.signal.aborted) setFailed(wanted);
      }
    }, SETTLED_MS);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [frame, wanted, onTexts]);
  return failed !== null && failed === wanted;
}

async function fetchPage(wanted: string, signal: AbortSignal): Promise<string> {
  const headers = { "content-type": "application/json" };
  const response = await fetch(PATH, { method: "POST", headers, body: wanted, signal });
  if (!response.ok) throw new Error(`The preview returned ${response.status}.`);
  return response.text();
}

/** A page by the policy of the frame, which allows its styles; the console's would refuse them. */
function parseIn(shownIn: Document, html: string): Document {
  const parser = new (shownIn.defaultView ?? window).DOMParser();
  return parser.parseFromString(html, "text/html");
}

/** The document that the server sent, once it is there: what is put in earlier would be replaced by it. */
async function documentOf(frame: HTMLIFrameElement | null, signal: AbortSignal): Promise<Document> {
  const loaded = frame?.contentDocument;
  if (loaded?.readyState === "complete" && loaded.URL !== "about:blank") return loaded;
  await new Promise((resolve) => frame?.addEventListener("load", resolve, { once: true, signal }));
  const { contentDocument } = frame ?? { contentDocument: null };
  if (contentDocument === null) throw new Error("The preview's frame has no document.");
  return contentDocument;
}

function useScale(width: number) {
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
  return { box, scale };
}
