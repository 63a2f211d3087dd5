import { type BrowserConnectorOptions, readOrigin, readUrl } from "./options.ts";

const PREFIX = "data-stanchion-";
const NAMES = [
  "c",
  "fail-open",
  "host",
  "intercept",
  "intercept-domain",
  "jshost",
  "noautorun",
  "nocachereq",
  "queuepathprefix",
  "spa",
  "wait-text",
] as const;

type Name = (typeof NAMES)[number];

/** What the tag of the script asks for. */
export interface TagSettings {
  readonly options: BrowserConnectorOptions;
  /** False leaves the first check to the page: `window.stanchion.check()`. */
  readonly runsAtOnce: boolean;
  /** Attributes that nobody knows: slips of the pen, most likely. */
  readonly unknown: readonly string[];
}

function splitList(text: string): readonly string[] {
  return text.split(/[\s,|]+/).filter((entry) => entry !== "");
}

function readBoolean(text: string | undefined): boolean | undefined {
  if (text === "true" || text === "") return true;
  return text === "false" ? false : undefined;
}

/**
 * Reads the attributes `data-stanchion-…` of the script's tag.
 *
 * @param scriptAddress - where the script came from: by default its host has the rules, too
 */
export function readAttributes(
  attributes: Iterable<{ readonly name: string; readonly value: string }>,
  scriptAddress: string,
): TagSettings {
  const given = new Map<string, string>();
  for (const { name, value } of attributes) {
    if (name.startsWith(PREFIX)) given.set(name.slice(PREFIX.length), value.trim());
  }
  const text = (name: Name): string | undefined => given.get(name);
  const origin = (name: Name): string | undefined => {
    const host = text(name);
    // What is no host is kept, for the check of the options to name it.
    return host === undefined ? undefined : (readOrigin(host) ?? host);
  };
  const host = origin("host");
  const failOpen = text("fail-open");
  const options: BrowserConnectorOptions = {
    customerId: text("c") ?? "",
    // Anything else is for the check of the options to refuse.
    failOpen: (failOpen === "" ? undefined : readBoolean(failOpen)) as boolean,
    configOrigin: origin("jshost") ?? host ?? readUrl(scriptAddress)?.origin ?? "",
    waitingRoomOrigin: host,
    queuePathPrefix: text("queuepathprefix"),
    intercept: readBoolean(text("intercept")),
    interceptDomains: splitList(text("intercept-domain") ?? ""),
    spa: readBoolean(text("spa")),
    freshConfig: readBoolean(text("nocachereq")),
    waitText: text("wait-text"),
  };
  const known: readonly string[] = NAMES;
  return {
    options,
    runsAtOnce: readBoolean(text("noautorun")) !== true,
    unknown: [...given.keys()].filter((name) => !known.includes(name)),
  };
}
