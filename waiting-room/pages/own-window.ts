import type { Texts } from "@/lib/domain/page-texts/texts";
import { escapeHtml } from "./html";
import { styleHash } from "./styles";

/**
 * In a frame whose `sandbox` gives the page no origin it can keep nothing and ask nothing. Takes the page's data away
 * before its script looks for it, and shows the way out.
 */
const SCRIPT =
  'self.origin==="null"&&(document.getElementById("stanchion").remove(),addEventListener("DOMContentLoaded",()=>document.getElementById("main").replaceChildren(document.getElementById("own-window").content)))';

export const OWN_WINDOW_HASH = styleHash(SCRIPT);

/** For a page in a frame: the way to a window of its own, where its scripts do not run, and where they can do nothing. */
export function ownWindowParts(address: string, { page, messages }: Texts): string {
  const { headline, lead } = messages["frame-refused"];
  const link = `<a class="button" target="_blank" rel="noopener" href="${escapeHtml(address)}">${escapeHtml(page.openWindowLink)}</a>`;
  const told = `<h1 id="headline">${escapeHtml(headline)}</h1><p class="lead">${escapeHtml(lead)}</p>`;
  return `<noscript><p class="action">${link}</p></noscript><template id="own-window">${told}<div class="action">${link}</div></template><script>${SCRIPT}</script>`;
}
