import { config } from "zod/v4/core";

// Zod tries whether it may compile its schemas, which the content policy refuses and reports.
config({ jitless: true });
