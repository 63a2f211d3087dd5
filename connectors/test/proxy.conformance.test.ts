import { runConformance } from "./conformance.ts";
import { startConformingProxy } from "./proxy-site.ts";

runConformance({ runtime: "proxy", start: startConformingProxy });
