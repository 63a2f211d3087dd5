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
    "a pass lets in, and its session goes on by the cookie": NO_ED25519,
    "a pass that was made by anybody else lets nobody in": NO_ED25519,
    "a pass of an older run, another event or an earlier time lets nobody in": NO_ED25519,
    "a pass and its session are good from their user agent and address only": NO_ED25519,
    "where signatures are checked, a token never stands for a pass": NO_ED25519,
  },
});
