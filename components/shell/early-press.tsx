import { CLICK_HEARD } from "./click-heard";

/** A slow connection brings the scripts in so long; what was pressed longer ago is done no more. */
const KEPT_MS = 30_000;

/**
 * Runs in the browser before all other scripts. What is pressed before the page hears is pressed again once it does: the
 * last button, and only while it can still be pressed. Menus open by themselves, fields and forms keep what they got.
 */
export function keepEarlyPress(keptMs: number, heard: string): void {
  let pressed: HTMLButtonElement | null = null;
  let untilMs = 0;
  // React leaves a property on each element that it has read. It hears only once all beside that has come too, and drops
  // what is pressed between: therefore a press counts when it was heard.
  const isRead = (button: HTMLButtonElement) =>
    Object.keys(button).some((key) => key.startsWith("__reactProps"));
  const forget = () => {
    pressed = null;
  };
  const pressAgain = () => {
    if (pressed === null) return;
    if (!pressed.isConnected || performance.now() >= untilMs) return forget();
    if (isRead(pressed)) pressed.click();
    requestAnimationFrame(pressAgain);
  };
  addEventListener(heard, forget);
  addEventListener(
    "click",
    ({ target, isTrusted }) => {
      if (!isTrusted) return;
      const isWaiting = pressed !== null;
      // Nobody tells of clicks elsewhere, on the page of an error say.
      const button =
        target instanceof Element ? target.closest<HTMLButtonElement>("[data-hears] button") : null;
      const isKept = button?.type === "button" && !button.hasAttribute("popovertarget");
      pressed = isKept ? button : null;
      untilMs = performance.now() + keptMs;
      if (pressed !== null && !isWaiting) requestAnimationFrame(pressAgain);
    },
    true,
  );
}

/** Stands before what can be pressed. */
export function EarlyPress({ nonce }: { nonce: string }) {
  const script = `(${keepEarlyPress.toString()})(${KEPT_MS}, ${JSON.stringify(CLICK_HEARD)})`;
  return (
    <script
      // Browsers hide the nonce, so that React finds another than the server wrote.
      suppressHydrationWarning
      nonce={nonce}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: only the function above
      dangerouslySetInnerHTML={{ __html: script }}
    />
  );
}
