import { httpRequest } from "http-request";
import { createActivityReporter, createEdgeWorker, toFetch } from "../src/adapters/akamai/index.ts";
import { type SiteSetup, toOptions } from "./conformance/site.ts";

/** Put into the sandbox by the emulator. */
declare const SETUP: SiteSetup;

const options = toOptions(SETUP, (activity) =>
  createActivityReporter({ ...activity, fetch: toFetch(httpRequest, 1000) }),
);

/** The EdgeWorker that the suite runs in the emulator. */
export const { onClientRequest, onClientResponse } = createEdgeWorker({ ...options, httpRequest });
