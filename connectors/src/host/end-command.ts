/** The headers by which a site ends a visit in its response, and the value that does it. */
const COMMANDS = [
  ["stanchion-session", "end"],
  ["cf-waiting-room-command", "revoke"],
] as const;

/** Their names in lower case: visitors get none of them, whatever it says. */
export const END_HEADERS: readonly string[] = COMMANDS.map(([name]) => name);

/**
 * Whether a response of the site ends its visitor's visit.
 *
 * @param header - asked with lower-case names; several values come joined with commas
 */
export function saysEnd(header: (name: string) => string | null | undefined): boolean {
  return COMMANDS.some(([name, value]) =>
    (header(name) ?? "").split(",").some((one) => one.trim().toLowerCase() === value),
  );
}
