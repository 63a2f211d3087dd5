import { runConformance } from "@/connectors/test/conformance";
import { CANNOT, startConforming } from "./site";

runConformance({ runtime: "nginx", start: startConforming("nginx"), cannot: CANNOT });
