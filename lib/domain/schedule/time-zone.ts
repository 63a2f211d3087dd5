const IANA_NAME = /^[A-Za-z][A-Za-z0-9_+-]*(\/[A-Za-z0-9_+-]+)*$/;

/** There are some hundreds, but a runtime takes any mixture of small and capital letters. */
const KNOWN_MOST = 1_000;
/** Names that were found: to look one up takes long. */
const known = new Set<string>();

/** True for a name of the IANA time zone database that this runtime knows, e.g. `Europe/Vienna`. */
export function isTimeZone(name: string): boolean {
  if (known.has(name)) return true;
  if (!IANA_NAME.test(name)) return false;
  try {
    new Intl.DateTimeFormat("en-US", { timeZone: name });
    if (known.size < KNOWN_MOST) known.add(name);
    return true;
  } catch {
    return false;
  }
}
