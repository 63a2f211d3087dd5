import { createServer } from "node:http";
import { runConformance } from "./conformance.ts";
import { answerAsOrigin, startFrameworkSite } from "./node-site.ts";

const start = startFrameworkSite((connector) => createServer(connector.wrap(answerAsOrigin)));

runConformance({ runtime: "node", start });
