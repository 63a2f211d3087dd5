import { runConformance } from "./conformance.ts";
import { startLambdaEdgeSite } from "./lambda-edge-site.ts";

const NO_PUSH = "a body may have 40 KB, and the many instances of a function share no memory";

runConformance({
  runtime: "lambda-edge",
  start: startLambdaEdgeSite,
  cannot: {
    "a visit that the site ends is reported as over, once and for all":
      "the function that sees the response has no rules, and nothing to report by",
    "a pushed config counts if the waiting room sent it": NO_PUSH,
    "with public keys, only a signed push counts": NO_PUSH,
  },
});
