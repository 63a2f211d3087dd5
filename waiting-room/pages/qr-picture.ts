import { encode } from "uqr";
import { escapeHtml } from "./html";

/** The quiet zone around a code, without which readers do not find it. */
const BORDER = 4;

/** A QR code as a picture in the page, dark on light on every page, as readers need it. */
export function qrPicture(text: string, label: string): string {
  const { data, size } = encode(text, { ecc: "M", border: BORDER });
  const dark = data
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : "")))
    .join("");
  return `<svg class="qr" role="img" aria-label="${escapeHtml(label)}" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${size}v${size}H0z"/><path d="${dark}"/></svg>`;
}
