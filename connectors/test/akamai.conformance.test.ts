import { startAkamaiSite } from "./akamai-site.ts";
import { runConformance } from "./conformance.ts";

const NO_BODY = "onClientRequest cannot read a body";

runConformance({
  runtime: "akamai",
  start: startAkamaiSite,
  cannot: {
    "a pushed config counts if the waiting room sent it": NO_BODY,
    "with public keys, only a signed push counts": NO_BODY,
    "with public keys, only a signed config counts": "the platform's crypto has no Ed25519",
  },
});
