import { runConformance } from "@/connectors/test/conformance";
import { CANNOT, startConforming } from "./site";

runConformance({ runtime: "apache", start: startConforming("apache"), cannot: CANNOT });
