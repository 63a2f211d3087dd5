import { runConformance } from "@/connectors/test/conformance";
import { CANNOT, startConforming } from "./site";

runConformance({ runtime: "caddy", start: startConforming("caddy"), cannot: CANNOT });
