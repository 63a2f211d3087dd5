import type { VisitorPhase } from "@/lib/domain/visitor-api/visitor-api";

/** What a visitor can be told about the phase of an event. */
export type Phase = VisitorPhase;
