import { CacheOverride } from "fastly:cache-override";
import { KVStore } from "fastly:kv-store";
import { createFastlyHandler, type FastlyFetchEvent } from "../src/adapters/fastly/index.ts";
import { createActivityReporter } from "../src/host/index.ts";
import { type SiteSetup, toOptions } from "./conformance/site.ts";

/** Put into the sandbox by the emulator. */
declare const SETUP: SiteSetup;
declare function addEventListener(
  type: "fetch",
  listener: (
    event: FastlyFetchEvent & { respondWith: (answer: Promise<Response>) => void },
  ) => void,
): void;

/** The service that the suite runs in the emulator. */
const handle = createFastlyHandler(
  () => ({
    ...toOptions(SETUP, createActivityReporter),
    acceptsPush: true,
    backend: "stanchion",
    cacheOverride: new CacheOverride("override", { ttl: SETUP.pullIntervalSeconds, swr: 0 }),
    kv: new KVStore("stanchion"),
  }),
  (request) => {
    const init: RequestInit & { backend: string } = { backend: "origin" };
    return fetch(request, init);
  },
);

addEventListener("fetch", (event) => event.respondWith(handle(event)));
