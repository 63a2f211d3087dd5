import { startCloudflareSite } from "./cloudflare-site.ts";
import { runConformance } from "./conformance.ts";

runConformance({ runtime: "cloudflare", start: startCloudflareSite });
