import type { VendorOrigins } from "@/lib/domain/challenge/captcha-vendors";
import type { Health } from "@/lib/health/health";
import type { Redis } from "@/lib/line/redis-client";
import type { MasterKey } from "@/lib/secrets/seal";
import type { EventLines } from "@/waiting-room/line/event-lines";
import type { PlaceSealer } from "@/waiting-room/place/place";
import type { Lottery } from "@/waiting-room/visit/admission/lottery";
import type { RandomDraw } from "@/waiting-room/visit/admission/random-check-in";
import type { Offers } from "@/waiting-room/visit/gate/challenge/offers";
import type { PassedCookies } from "@/waiting-room/visit/gate/challenge/passed-cookie";
import type { CustomerSums } from "@/waiting-room/visit/gate/limits/customer-sums";
import type { Crawlers } from "@/waiting-room/visit/gate/rules/crawlers";
import type { JoinsSeen } from "@/waiting-room/visit/gate/rules/joins-seen";
import type { AddressListMemory } from "@/waiting-room/visit/memory/address-lists";
import type { CustomerMemory } from "@/waiting-room/visit/memory/customer-memory";
import type { CustomerSecrets } from "@/waiting-room/visit/memory/customer-secrets";
import type { DrawMemory } from "@/waiting-room/visit/memory/draw-memory";
import type { EventKeys } from "@/waiting-room/visit/memory/event-keys";
import type { HostOwners } from "@/waiting-room/visit/memory/host-owners";
import type { PassSigners } from "@/waiting-room/visit/memory/pass-signers";
import type { ReportMemory } from "@/waiting-room/visit/memory/report-memory";
import type { RetryMemory } from "@/waiting-room/visit/memory/retry-memory";
import type { StatusPageMemory } from "@/waiting-room/visit/memory/status-page-memory";
import type { ThemeMemory } from "@/waiting-room/visit/memory/theme-memory";
import type { Leavers } from "@/waiting-room/visit/place/leavers";
import type { CaptchaChecks } from "./gate/captcha/captcha-checks";
import type { CaptchaKeyRing } from "./gate/captcha/captcha-keys";

/** What all routes of one process share. Its size does not grow with the number of visitors. */
export type ServerContext = {
  readonly redis: Redis;
  readonly lines: Pick<EventLines, "known" | "find">;
  readonly customers: Pick<CustomerMemory, "known" | "held" | "find">;
  readonly themes: Pick<ThemeMemory, "find" | "findAsset" | "findTemplate">;
  readonly addressLists: Pick<AddressListMemory, "find">;
  readonly draws: Pick<DrawMemory, "find">;
  readonly reports: Pick<ReportMemory, "find">;
  readonly statusPages: Pick<StatusPageMemory, "find">;
  /** Whose host a request came to. */
  readonly hosts: HostOwners;
  readonly sealer: PlaceSealer;
  readonly masters: readonly [MasterKey, ...MasterKey[]];
  readonly secrets: CustomerSecrets;
  readonly passSigners: PassSigners;
  readonly eventKeys: EventKeys;
  readonly customerSums: Pick<CustomerSums, "of" | "note">;
  readonly joinsSeen: JoinsSeen;
  readonly crawlers: Crawlers;
  readonly retries: RetryMemory;
  readonly leavers: Leavers;
  readonly randomDraw: RandomDraw;
  readonly lottery: Lottery;
  readonly captchas: CaptchaChecks;
  readonly captchaKeys: CaptchaKeyRing;
  /** Vendors of CAPTCHAs at other origins than their own. */
  readonly captchaOrigins: VendorOrigins;
  readonly passed: PassedCookies;
  readonly offers: Offers;
  /** For the waiting page. */
  readonly clientScript: ServedScript;
  /** For pages of customers' own HTML, besides that of the waiting page. */
  readonly customScript: ServedScript;
  readonly laterScript: ServedScript;
  /** For visitors of that page who leave, are called by sound, or solve something; of the same name. */
  readonly extrasScript: ServedScript;
  /** For visitors who have to calculate before they join. */
  readonly challengeScript: ServedScript;
  /** For visitors who solve a CAPTCHA, and for the frame in which they do. */
  readonly captchaScript: ServedScript;
  readonly widgetScript: ServedScript;
  /** Holds a key of the browser, for the waiting page of events that ask for possession. */
  readonly keyScript: ServedScript;
  /** For the page on which visitors check a draw. */
  readonly verifyScript: ServedScript;
  /** For the page of a published report. */
  readonly reportScript: ServedScript;
  /** For the page that shows a code for another device. */
  readonly moveScript: ServedScript;
  /** For the page on which visitors ask to be told of their turn, and the service worker that shows it. */
  readonly noticesScript: ServedScript;
  readonly noticeWorker: ServedScript;
  /** For pages of other sites. */
  readonly connectorScript: ServedScript;
  /** How many proxies in front add to the forwarding headers. */
  readonly trustedProxies: number;
  /** The path under which browsers reach this server; "" for none. */
  readonly basePath: string;
  /** The origins by which this server is known, such as `https://room.example.com`. */
  readonly origins: readonly string[];
  /** How this process is, from memory. */
  readonly health: () => Health;
  /** `ids`: of the request in which it happened. */
  readonly log: (error: unknown, ids?: Readonly<Record<string, string>>) => void;
};

/** A script under a name that changes with its content. */
export type ServedScript = { readonly path: string; readonly body: Buffer };
