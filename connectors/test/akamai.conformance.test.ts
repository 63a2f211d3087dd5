import { startAkamaiSite } from "./akamai-site.ts";
import { runConformance } from "./conformance.ts";

const NO_ED25519 = "the platform's crypto has no Ed25519";
const NO_BODY = "onClientRequest cannot read a body";

runConformance({
  runtime: "akamai",
  start: startAkamaiSite,
  cannot: {
    "a pushed config counts if the waiting room sent it": NO_BODY,
    "with public keys, only a signed push counts": NO_BODY,
    "with public keys, only a signed config counts": NO_ED25519,
    "a pass lets in, and its session goes on by the cookie": NO_ED25519,
    "a pass that was made by anybody else lets nobody in": NO_ED25519,
    "a pass of an older run, another event or an earlier time lets nobody in": NO_ED25519,
    "a pass and its session are good from their user agent and address only": NO_ED25519,
    "where signatures are checked, a token never stands for a pass": NO_ED25519,
  },
});
