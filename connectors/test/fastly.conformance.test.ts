import { runConformance } from "./conformance.ts";
import { startFastlySite } from "./fastly-site.ts";

const NO_ED25519 = "WebCrypto of Compute has no Ed25519";
const ONE_REQUEST = "a sandbox lives for one request and remembers no token or visitor";

runConformance({
  runtime: "fastly",
  start: startFastlySite,
  cannot: {
    "a token admits once, and its visitor may reload": ONE_REQUEST,
    "a token that is written in another way is the same token": ONE_REQUEST,
    "activity is reported, and a place that was taken back counts no more": ONE_REQUEST,
    "a visit that the site ends is reported as over, once and for all": ONE_REQUEST,
    "with public keys, only a signed config counts": NO_ED25519,
    "with public keys, only a signed push counts": NO_ED25519,
  },
});
