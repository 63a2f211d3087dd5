import type { Redis } from "@/lib/line/redis-client";
import type { Logger } from "@/lib/platform/observability/logger";
import type { ClaimedNotice } from "@/lib/services/sites/alert/deliveries";
import type { ClaimedStream } from "@/lib/services/sites/webhook/streams";
import type { OpenEventsView } from "./open-events-view";
import type { RehearsalPlayer } from "./rehearsal-player";
import type { Sender } from "./sender";

/** What processors need besides the services. */
export type WorkerDependencies = {
  /** A connection with the options of the visitor path: calls fail at once instead of queueing. */
  readonly redis: Redis;
  readonly log: Logger;
  readonly openEvents: OpenEventsView;
  readonly rehearsals: RehearsalPlayer;
  readonly webhooks: Sender<ClaimedStream>;
  readonly alerts: Sender<ClaimedNotice>;
  /** Asks for one event to be repaired now; asking again before that happened changes nothing. */
  readonly requestReconcile: (eventId: string) => Promise<void>;
};
