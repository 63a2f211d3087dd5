import { runConformance } from "./conformance.ts";
import { startNextSite } from "./next-site.ts";

const NO_RESPONSE = "the proxy of an app never sees what a page answers";

runConformance({
  runtime: "next",
  start: startNextSite,
  cannot: {
    "of what a site says to caches, an answer with a session keeps what is for browsers":
      NO_RESPONSE,
    "a response that ends the visit takes the session away and does not say so": NO_RESPONSE,
    "a response that says something else by that name extends the session": NO_RESPONSE,
    "a response that ends the visit keeps the site's own cookies": NO_RESPONSE,
    "a page of no rule, and of an ignore rule, ends nothing": NO_RESPONSE,
    "a POST request with a good token starts no session that ends at once": NO_RESPONSE,
    "a visit that the site ends is reported as over, once and for all": NO_RESPONSE,
  },
});
