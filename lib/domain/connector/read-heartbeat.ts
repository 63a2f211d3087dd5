/** What a connector says about itself when it pulls the integration config. */
export type Heartbeat = {
  /** `@stanchion/connector-node/1.2.0`, or the user agent of a connector that says nothing itself. */
  readonly connector: string;
  /** `node/20.20.2`; null when it does not say. */
  readonly runtime: string | null;
  /** Ids of the secrets that it holds; null when it does not say, as public connectors do not. */
  readonly keyIds: readonly string[] | null;
  /** The version of the config that it obeys; null when it does not say or has none yet. */
  readonly configVersion: number | null;
  /** Tells processes of one site apart; null when it does not say. */
  readonly instance: string | null;
};

const NAME = /^[\w@.-][\w@./-]{0,79}$/;
const RUNTIME = /^[\w.-]{1,40}(?:\/[\w.+-]{1,40})?$/;
const KEY_ID = /^[0-9a-f]{8}$/;
const INSTANCE = /^[\w-]{1,40}$/;
const HEADER_CHARACTERS_MAX = 600;
const USER_AGENT_CHARACTERS_MAX = 80;
/** More secrets than a customer and an event may have together. */
const KEY_IDS_MAX = 20;

/**
 * Reads `x-stanchion-connector: name/version; runtime=node/20.20.2; keys=ab12cd34; config=7;
 * instance=4f2a`. Fields that are missing or malformed are null. If the first part is no name, the
 * user agent stands in for it, cut to what can be shown. Never throws.
 */
export function readHeartbeat(
  header: string | undefined,
  userAgent: string | undefined,
): Heartbeat {
  const [name = "", ...parts] = (header ?? "").slice(0, HEADER_CHARACTERS_MAX).split(";");
  const connector = name.trim();
  if (!NAME.test(connector)) return { ...SILENT, connector: shownUserAgent(userAgent) };
  const fields = new Map(
    parts.map((part) => {
      const separator = part.indexOf("=");
      return [part.slice(0, separator).trim(), part.slice(separator + 1).trim()] as const;
    }),
  );
  return {
    connector,
    runtime: matching(fields.get("runtime"), RUNTIME),
    keyIds: readKeyIds(fields.get("keys")),
    configVersion: readVersion(fields.get("config")),
    instance: matching(fields.get("instance"), INSTANCE),
  };
}

/** Tools of people, and browsers; whatever else pulls without a name may be a public connector. */
const HAND_TOOLS =
  /^(?:curl|wget|httpie|xh|postmanruntime|insomnia|bruno|hoppscotch|mozilla)\b|powershell/i;

/** Whether a person tries a key, rather than a connector asking for rules: a tool that does not say which connector it is. */
export function isAskedByHand(header: string | undefined, userAgent: string | undefined): boolean {
  return (header ?? "") === "" && HAND_TOOLS.test(userAgent ?? "");
}

const SILENT = { runtime: null, keyIds: null, configVersion: null, instance: null } as const;

function shownUserAgent(userAgent: string | undefined): string {
  const shown = (userAgent ?? "").replace(/[^\x20-\x7e]/g, "").trim();
  return shown.slice(0, USER_AGENT_CHARACTERS_MAX);
}

function matching(text: string | undefined, pattern: RegExp): string | null {
  return text !== undefined && pattern.test(text) ? text : null;
}

function readKeyIds(text: string | undefined): string[] | null {
  if (text === undefined) return null;
  return text
    .split(",")
    .map((id) => id.trim().toLowerCase())
    .filter((id) => KEY_ID.test(id))
    .slice(0, KEY_IDS_MAX)
    .sort();
}

function readVersion(text: string | undefined): number | null {
  const version = /^\d{1,9}$/.test(text ?? "") ? Number(text) : 0;
  return version > 0 ? version : null;
}
