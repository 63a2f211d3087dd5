import type { LiveOutcome, LivePlan } from "@/lib/domain/rehearsal/live";
import type { WhatIfOutcome, WhatIfPlan } from "@/lib/domain/rehearsal/what-if";

/** Where test visitors go, and how the connector in front of their site lets them in. */
export type LiveScene = {
  readonly plan: LivePlan;
  readonly customerId: string;
  readonly eventId: string;
  /** Signs the tokens of the copy. */
  readonly secret: string;
  /** What the connector would pull. */
  readonly config: object;
  /** Where visitors reach the waiting room: `https://room.example`. */
  readonly waitingRoomOrigin: string;
  /** Lower numbers are let in first. */
  readonly isInOrder: boolean;
  /** `host:port` of the site that they want to see. */
  readonly siteHost: string;
};

/** What a thread is to play. */
export type Task =
  | { readonly kind: "what-if"; readonly plan: WhatIfPlan; readonly budgetMs: number }
  | { readonly kind: "live"; readonly scene: LiveScene };

/** What a thread tells: how far it is, and at last what came out. `progress` is from 0 to 100. */
export type Told =
  | { readonly type: "what-if"; readonly progress: number; readonly outcome: WhatIfOutcome | null }
  | { readonly type: "live"; readonly progress: number; readonly outcome: LiveOutcome };
