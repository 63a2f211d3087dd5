import { CircleAlert, CircleCheck, Info, X } from "lucide-react";
import { useEffect, useRef, useState, useSyncExternalStore } from "react";
import { createPortal } from "react-dom";
import { Button } from "./button";
import { cn } from "./class-names";
import { openModals } from "./open-modals";
import { dismissToast, type Toast, toastStore } from "./toast";

const NONE: readonly Toast[] = [];

const LOOKS = {
  plain: null,
  success: { icon: CircleCheck, className: "text-success-soft-foreground" },
  info: { icon: Info, className: "text-accent-soft-foreground" },
  danger: { icon: CircleAlert, className: "text-danger-soft-foreground" },
} as const;

/** Shows what `toast` says, in the uppermost dialog where one is open, and lets screen readers say it. */
export function Toaster() {
  const toasts = useSyncExternalStore(toastStore.hear, toastStore.read, () => NONE);
  const dialog = useSyncExternalStore(openModals.hear, openModals.uppermost, () => null);
  const region = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: in another dialog it is another element.
  useEffect(() => {
    // Open also while it is empty: what appears together with its text is not read aloud.
    if (region.current?.matches(":popover-open") === false) region.current.showPopover();
    return makeRoom(region.current);
  }, [dialog]);
  const messages = (
    <section ref={region} popover="manual" aria-label="Notifications" className="toaster">
      <div aria-live="polite" className="flex flex-col gap-2">
        {toasts.map((one) => (
          <Message key={one.id} toast={one} />
        ))}
      </div>
    </section>
  );
  return dialog === null ? messages : createPortal(messages, dialog);
}

/** Keeps what sticks to the lower edge, and the end of the page, above the messages: they cover no control for good. */
function makeRoom(toaster: HTMLElement | null): (() => void) | undefined {
  if (toaster === null) return undefined;
  const { style } = document.documentElement;
  const observer = new ResizeObserver(() => {
    const height = toaster.offsetHeight;
    style.setProperty("--toaster-room", height === 0 ? "0px" : `calc(${height}px + 1.5rem)`);
  });
  observer.observe(toaster);
  return () => {
    observer.disconnect();
    style.removeProperty("--toaster-room");
  };
}

function Message({ toast }: { toast: Toast }) {
  const { id, text, note, action, timeoutMs } = toast;
  const [isHeld, setHeld] = useState(false);
  useEffect(() => {
    if (isHeld) return;
    const timer = setTimeout(() => dismissToast(id), timeoutMs);
    return () => clearTimeout(timer);
  }, [id, timeoutMs, isHeld]);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only stays while somebody reads it.
    <div
      className="toaster__message"
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <ToneIcon tone={toast.tone} />
      <div className="min-w-0 flex-1">
        <p className="text-sm font-medium wrap-break-word">{text}</p>
        {note === undefined ? null : <p className="text-sm text-muted">{note}</p>}
      </div>
      {action === undefined ? null : (
        <Button
          size="sm"
          variant="secondary"
          onClick={() => {
            dismissToast(id);
            action.run();
          }}
        >
          {action.label}
        </Button>
      )}
      <button
        type="button"
        aria-label="Dismiss"
        className="close-button"
        onClick={() => dismissToast(id)}
      >
        <X aria-hidden />
      </button>
    </div>
  );
}

function ToneIcon({ tone }: { tone: Toast["tone"] }) {
  const look = LOOKS[tone];
  if (look === null) return null;
  return <look.icon aria-hidden className={cn("mt-0.5 size-4 shrink-0", look.className)} />;
}
