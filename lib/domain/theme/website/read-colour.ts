const HEX = /^#(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$/i;
const RGB =
  /^rgba?\(\s{0,3}(\d{1,3})(?:\s{0,3},\s{0,3}|\s{1,3})(\d{1,3})(?:\s{0,3},\s{0,3}|\s{1,3})(\d{1,3})/i;

/** A colour of a style sheet as `#rrggbb`, without its transparency; null for a name, a function or what is none. */
export function readColour(text: string): string | null {
  const colour = text.trim().toLowerCase();
  if (HEX.test(colour)) return fromHex(colour.slice(1));
  const parts = RGB.exec(colour)?.slice(1).map(Number);
  if (parts === undefined || parts.some((part) => part > 255)) return null;
  return `#${parts.map((part) => part.toString(16).padStart(2, "0")).join("")}`;
}

function fromHex(digits: string): string {
  if (digits.length >= 6) return `#${digits.slice(0, 6)}`;
  return `#${[...digits.slice(0, 3)].map((digit) => digit + digit).join("")}`;
}

/** True for black, white and what lies between: no brand is known by it. */
export function isGrey(colour: string): boolean {
  const value = Number.parseInt(colour.slice(1), 16);
  const parts = [(value >> 16) & 255, (value >> 8) & 255, value & 255];
  return Math.max(...parts) - Math.min(...parts) < 24;
}
