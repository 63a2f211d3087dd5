/** Set from the script, since policies for content forbid only what stands in the markup. */
const STYLE =
  "position:fixed;inset:0;z-index:2147483647;display:grid;place-items:center;padding:2rem;background:Canvas;color:CanvasText;color-scheme:light dark;font:1.0625rem/1.6 system-ui,sans-serif";

/** Makes a cover for a page, so that nobody reads or uses it before it is their turn. */
export function createCover(document: Document): (text: string | null) => void {
  const cover = document.createElement("div");
  cover.id = "stanchion-cover";
  cover.setAttribute("role", "status");
  cover.style.cssText = STYLE;
  const shut = (): void => {
    if (document.body) document.body.inert = cover.isConnected;
  };
  document.addEventListener("DOMContentLoaded", shut);
  return (text) => {
    cover.textContent = text;
    if (text === null) cover.remove();
    else document.documentElement.append(cover);
    shut();
  };
}
