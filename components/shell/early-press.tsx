/** A slow connection brings the scripts in so long; what was pressed longer ago is done no more. */
const KEPT_MS = 30_000;

/**
 * Runs in the browser before all other scripts. What is pressed before the page hears is pressed again once it does: the
 * last button, and only while it can still be pressed. Menus open by themselves, fields and forms keep what they got.
 */
export function keepEarlyPress(keptMs: number): void {
  let pressed: HTMLButtonElement | null = null;
  let untilMs = 0;
  // React leaves a property on each element that it listens for.
  const isHeard = (button: HTMLButtonElement) =>
    Object.keys(button).some((key) => key.startsWith("__reactProps"));
  const pressAgain = () => {
    const button = pressed;
    if (button === null) return;
    if (!isHeard(button) && performance.now() < untilMs) {
      requestAnimationFrame(pressAgain);
      return;
    }
    pressed = null;
    if (isHeard(button) && button.isConnected) button.click();
  };
  addEventListener(
    "click",
    ({ target, isTrusted }) => {
      if (!isTrusted) return;
      const isWaiting = pressed !== null;
      const button = target instanceof Element ? target.closest("button") : null;
      const isKept = button?.type === "button" && !button.hasAttribute("popovertarget");
      pressed = isKept && !isHeard(button) ? button : null;
      untilMs = performance.now() + keptMs;
      if (pressed !== null && !isWaiting) pressAgain();
    },
    true,
  );
}

/** Stands before what can be pressed. */
export function EarlyPress({ nonce }: { nonce: string }) {
  const script = `(${keepEarlyPress.toString()})(${KEPT_MS})`;
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
