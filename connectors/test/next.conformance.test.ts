import { runConformance } from "./conformance.ts";
import { startNextSite } from "./next-site.ts";

runConformance({ runtime: "next", start: startNextSite });
