import { startAkamaiSite } from "./akamai-site.ts";
import { runConformance } from "./conformance.ts";

runConformance({
  runtime: "akamai",
  start: startAkamaiSite,
  cannot: {
    "a pushed config counts if the waiting room sent it": "onClientRequest cannot read a body",
    "with public keys, only a signed config counts": "the platform's crypto has no Ed25519",
  },
});
