import { createMemoryReplayStore, type SecretList } from "../../src/core/index.ts";
import type { ActivityReporter, StandardOptions } from "../../src/host/index.ts";

/** What the suite asks of a protected site, as plain data, so that it fits into any runtime. */
export interface SiteSetup {
  readonly customerId: string;
  readonly secrets: SecretList;
  readonly eventSecrets?: Readonly<Record<string, SecretList>>;
  readonly apiKey: string;
  readonly configUrl: string;
  /** Where the config cannot be pulled: its text. */
  readonly configText?: string;
  readonly configPublicKeys?: readonly string[];
  readonly failOpen: boolean;
  readonly pullIntervalSeconds: number;
  readonly bindsToAddress?: boolean;
  readonly checksPasses?: boolean;
  /** Whether each token may start one session only. */
  readonly replay?: boolean;
  /** What `enqueueToken` returns for any event. */
  readonly enqueueToken?: string;
  readonly acceptsPush?: boolean;
  /** Origins whose scripts may read what the connector answers. */
  readonly allowedOrigins?: readonly string[];
  /** Where to report who is on the site. */
  readonly activityUrl?: string;
}

/** What the visitor's browser sends. */
export interface SiteVisit {
  readonly method?: string;
  /** Lower-case names. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** The visitor's address, as the runtime or the site's own proxy tells it. */
  readonly clientIp?: string;
}

/** What the site answered. */
export interface SiteAnswer {
  readonly status: number;
  /** Asked for by lower-case name; several values come joined with ", ". */
  readonly header: (name: string) => string | null;
  /** Each `Set-Cookie` on its own. */
  readonly setCookies: readonly string[];
  readonly body: string;
}

/** A protected site in one runtime; behind the connector, pages are those of `originAnswer`. */
export interface AdapterSite {
  /** Sends a request to the site; `path` starts with "/". Redirects are not followed. */
  readonly send: (path: string, visit?: SiteVisit) => Promise<SiteAnswer>;
  /** The origin that visitors see, for example `https://shop.example`. */
  readonly origin: string;
  readonly close: () => Promise<void>;
}

/** Starts a site and waits until its first config pull has ended, well or not. */
export type StartSite = (setup: SiteSetup) => Promise<AdapterSite>;

/** The cookie that the site itself sets with every page. */
export const ORIGIN_COOKIE = "site=1; Path=/";

/** The header of a request that tells the site what to say of its own: `name: value`, several divided by `|`. */
export const ORIGIN_SAYS = "x-origin-says";

/** What the site says of its own, besides {@link ORIGIN_COOKIE}. */
export function originSays(asked: string | null | undefined): readonly [string, string][] {
  return (asked ?? "").split("|").flatMap((line) => {
    const [name = "", value = ""] = line.split(": ");
    return name === "" ? [] : [[name, value] as [string, string]];
  });
}

/** The page that the site answers with status 200, besides {@link ORIGIN_COOKIE}. */
export function originPage(body: string): string {
  return body === "" ? "origin" : `origin got ${body}`;
}

/** The options of a connector that runs in this process. */
export function toOptions(
  setup: SiteSetup,
  createActivity: (options: {
    activityUrl: string;
    apiKey: string;
    intervalSeconds: number;
  }) => ActivityReporter,
): StandardOptions {
  const { replay, enqueueToken, activityUrl, configText, ...plain } = setup;
  const { apiKey } = setup;
  return {
    ...plain,
    // Many scenarios bring problems about, which stand on standard error by default.
    onProblem: () => undefined,
    // A busy machine is no reason for a pull to fail.
    pullTimeoutMs: 30_000,
    replay: replay === true ? createMemoryReplayStore() : undefined,
    enqueueToken: enqueueToken === undefined ? undefined : () => enqueueToken,
    activity:
      activityUrl === undefined
        ? undefined
        : createActivity({ activityUrl, apiKey, intervalSeconds: 0.05 }),
  };
}
