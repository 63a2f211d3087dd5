/** How long the site around a frame has to go on by itself before the frame does. */
const TAKE_OVER_MS = 500;

/**
 * Leads the visitor on. In a frame the site around it is told first, with `{ stanchion: "turn", url }`, and may take
 * over: only a site that is named hears it.
 */
export function goOn(url: string, frameOrigins: readonly string[] = []): void {
  if (parent === window) {
    location.replace(url);
    return;
  }
  for (const origin of frameOrigins) parent.postMessage({ stanchion: "turn", url }, origin);
  setTimeout(() => location.replace(url), TAKE_OVER_MS);
}
