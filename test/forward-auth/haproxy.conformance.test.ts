import { runConformance } from "@/connectors/test/conformance";
import { CANNOT, startConforming } from "./site";

runConformance({ runtime: "haproxy", start: startConforming("haproxy"), cannot: CANNOT });
