import type { Redis } from "ioredis";
import type { Logger } from "@/lib/platform/observability/logger";
import type { OpenEventsView } from "./open-events-view";
import type { RehearsalPlayer } from "./rehearsal-player";
import type { WebhookSender } from "./webhook-sender";

/** What processors need besides the services. */
export type WorkerDependencies = {
  /** A connection with the options of the visitor path: calls fail at once instead of queueing. */
  readonly redis: Redis;
  readonly log: Logger;
  readonly openEvents: OpenEventsView;
  readonly rehearsals: RehearsalPlayer;
  readonly webhooks: WebhookSender;
  /** Asks for one event to be repaired now; asking again before that happened changes nothing. */
  readonly requestReconcile: (eventId: string) => Promise<void>;
};
