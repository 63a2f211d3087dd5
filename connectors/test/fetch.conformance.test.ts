import { runConformance } from "./conformance.ts";
import { startPlainFetchSite } from "./fetch-site.ts";

runConformance({ runtime: "fetch", start: startPlainFetchSite });
