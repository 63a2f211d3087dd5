#!/usr/bin/env node
import { completeEnvironment } from "@/lib/platform/env";
import { runStanchion } from "./run-stanchion";

process.setSourceMapsEnabled(true);
completeEnvironment();
const ending = await runStanchion(process.argv.slice(2));
if (ending !== "serving") process.exit(ending);
