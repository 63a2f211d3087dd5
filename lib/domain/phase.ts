/** What a visitor can be told about the phase of an event. */
export type Phase =
  | "draft"
  | "before"
  | "pre-queue"
  | "drawing"
  | "dormant"
  | "queueing"
  | "running"
  | "ended"
  | "stopped"
  | "rejected";
