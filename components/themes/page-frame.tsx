import { type RefObject, useEffect, useRef, useState } from "react";

const SETTLED_MS = 150;

type PageFrameProps = {
  /** Where the page comes from: by GET at first, and by POST with what is wanted. */
  path: string;
  /** What the first page is asked for by. */
  first: Readonly<Record<string, string>>;
  /** What is posted, as JSON; null while nothing can be shown. */
  wanted: string | null;
  /** What the first page shows already; null where that has to be asked for. */
  saved: string | null;
  /** In CSS pixels of the device. */
  size: { readonly width: number; readonly height: number };
  /** The id of an element that is brought into sight. Then nobody can scroll the page. */
  inSight?: string;
  /** A text of the page was clicked. */
  onPick?: ((text: string) => void) | undefined;
  /** The texts that the page shows, in their order. */
  onTexts?: ((texts: readonly string[]) => void) | undefined;
};

/**
 * A page of a waiting room, as wide as the device and made smaller where there is less room. The server sends the first
 * one; what is typed and chosen then is put into the same document: nothing flashes, and *Back* leaves the page around it.
 */
export function PageFrame(props: PageFrameProps) {
  const { path, size, inSight } = props;
  const frame = useRef<HTMLIFrameElement>(null);
  const [source] = useState(() => `${path}?${new URLSearchParams(props.first)}`);
  const hasFailed = useShown(frame, props);
  usePicking(frame, props);
  const { width, height } = size;
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
            title="Visitor's page"
            src={source}
            sandbox="allow-same-origin"
            {...(inSight === undefined ? {} : { scrolling: "no" })}
            className="origin-top-left border-0"
            style={{ width, height, transform: `scale(${scale})` }}
          />
        </div>
      </div>
      {hasFailed ? (
        <p role="alert" className="text-xs text-danger">
          The preview could not be updated. It shows an earlier state.
        </p>
      ) : null}
    </>
  );
}

type Frame = RefObject<HTMLIFrameElement | null>;

/** Listens to the document that the server sent; it stays, whatever is put into it. Nothing in it leads anywhere. */
function usePicking(frame: Frame, { onPick, onTexts, inSight }: PageFrameProps): void {
  useEffect(() => {
    const stop = new AbortController();
    const { signal } = stop;
    const listen = async () => {
      const page = await documentOf(frame.current, signal);
      onTexts?.(textsOf(page));
      bringInSight(page, inSight);
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
  }, [frame, onPick, onTexts, inSight]);
}

/** The names of the texts on a page, without those that it hides. */
function textsOf(page: Document): readonly string[] {
  const names = [...page.querySelectorAll("[data-text]")]
    .filter((element) => element.closest("[hidden]") === null)
    .map((element) => element.getAttribute("data-text") ?? "");
  return [...new Set(names)];
}

/** Brings the frame's document from what the server sent to what is wanted; true where that failed. Null leaves it as it is. */
function useShown(frame: Frame, props: PageFrameProps): boolean {
  const { path, wanted, saved, onTexts, inSight } = props;
  const shown = useRef(saved);
  const [failed, setFailed] = useState<string | null>(null);
  useEffect(() => {
    if (wanted === null || wanted === shown.current) return;
    const stop = new AbortController();
    const timer = setTimeout(async () => {
      try {
        const html = await fetchPage(path, wanted, stop.signal);
        const shownIn = await documentOf(frame.current, stop.signal);
        const page = parseIn(shownIn, html);
        if (stop.signal.aborted) return;
        shownIn.replaceChild(shownIn.adoptNode(page.documentElement), shownIn.documentElement);
        shown.current = wanted;
        onTexts?.(textsOf(shownIn));
        bringInSight(shownIn, inSight);
      } catch {
        if (!stop.signal.aborted) setFailed(wanted);
      }
    }, SETTLED_MS);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [frame, path, wanted, onTexts, inSight]);
  return failed !== null && failed === wanted;
}

/** Not by `scrollIntoView`, which would scroll what stands around the frame, too. */
function bringInSight(page: Document, id: string | undefined): void {
  const element = id === undefined ? null : page.getElementById(id);
  if (element === null) return;
  const { top, bottom } = element.getBoundingClientRect();
  const { documentElement: root } = page;
  root.scrollTop += (top + bottom - root.clientHeight) / 2;
}

async function fetchPage(path: string, wanted: string, signal: AbortSignal): Promise<string> {
  const headers = { "content-type": "application/json" };
  const response = await fetch(path, { method: "POST", headers, body: wanted, signal });
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
