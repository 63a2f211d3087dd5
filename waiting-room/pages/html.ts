const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** Text that is safe between tags and inside quoted attributes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? "");
}

/** JSON that cannot end or open a script element, whatever the strings in it are. */
export function jsonForScript(value: unknown): string {
  return JSON.stringify(value).replace(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

/**
 * The address if it may stand in a link or form of ours: a path of this host, or http(s).
 * Anything else (`javascript:`, `data:`, `//host`) gives null.
 */
export function linkAddress(address: string): string | null {
  if (address.startsWith("/")) return /^\/[/\\]/.test(address) ? null : address;
  return /^https?:\/\/[^/\\]/i.test(address) ? address : null;
}

/** The address if it may be a logo: a path of this host or an inlined image; otherwise null. */
export function logoAddress(address: string | null): string | null {
  if (address === null) return null;
  if (/^\/(?![/\\])/.test(address)) return address;
  return /^data:image\/(png|jpeg|webp|gif|svg\+xml)[;,]/.test(address) ? address : null;
}
