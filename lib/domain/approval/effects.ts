import { type AdmissionSetting, holdingLottery } from "@/lib/domain/admission/admission-setting";
import type { AfterEvent } from "@/lib/domain/after-event/after-event";
import { type FollowingEvent, occurrenceOf } from "@/lib/domain/schedule/occurrence";
import type { SchedulableSettings, Schedule } from "@/lib/domain/schedule/schedule";
import type { ApprovalTopic } from "./approval";

/** What decides how many an event may let in and what visitors are told, whoever acts next: its settings and its state. */
export type EventInEffect = FollowingEvent & {
  readonly status: "draft" | "open" | "stopped";
  readonly isArchived: boolean;
  readonly letThrough: boolean;
  readonly endAtMs: number | null;
  readonly method: SchedulableSettings["method"];
  readonly outflowPerMinute: number;
  readonly safetyNetPerMinute: number | null;
  readonly inviteOnly: boolean;
  readonly admission: AdmissionSetting | null;
  readonly afterEvent: AfterEvent | null;
  /** Each text that visitors may be shown beside the page's own, as it is stored; null: none. */
  readonly messages: readonly (string | null)[];
};

type EffectFacts = {
  /** Any of these that the customer has chosen asks for a second person; the first says what the person themselves needs. */
  readonly topics: readonly [ApprovalTopic, ...ApprovalTopic[]];
  readonly words: string;
  /** Whoever does this has to have proved lately who they are, whether or not a second person is wanted. */
  readonly needsProof: boolean;
};

/** Everything that an act may do to an event and that may need more than one person's word. */
export const ACT_EFFECTS = {
  "lets-everybody-through": {
    topics: ["let-through"],
    words: "lets everyone through",
    needsProof: true,
  },
  "lets-through-afterwards": {
    topics: ["let-through"],
    words: "lets everyone through after the end",
    needsProof: true,
  },
  // High enough, it lets everybody through: whoever wants a second person for that wants one for this.
  "raises-outflow": {
    topics: ["outflow", "let-through"],
    words: "raises the outflow beyond the limit",
    needsProof: false,
  },
  "ends-run": { topics: ["stop"], words: "ends the run earlier", needsProof: true },
  "tells-visitors": { topics: ["messages"], words: "shows visitors a message", needsProof: false },
} as const satisfies Readonly<Record<string, EffectFacts>>;

export type ActEffect = keyof typeof ACT_EFFECTS;

/** An admission by lottery that lets in so many of a hundred is no line any more. */
const OPEN_PERCENT = 50;

/**
 * What an act does to an event, by what the event was and what it is afterwards: the same for every verb, button and
 * program. It looks at everything that can come into force without a further act of a person, so also at schedules that
 * are to come. An effect that was there before is none.
 */
export function effectsOf(
  before: EventInEffect,
  after: EventInEffect,
  { outflowLimit }: { readonly outflowLimit: number },
): readonly ActEffect[] {
  const [was, is] = [exposureOf(before), exposureOf(after)];
  const raises = is.outflow > was.outflow && is.outflow > outflowLimit;
  return [
    ...(is.openTo > was.openTo ? (["lets-everybody-through"] as const) : []),
    ...(is.isOpenAfterwards && !was.isOpenAfterwards ? (["lets-through-afterwards"] as const) : []),
    ...(raises ? (["raises-outflow"] as const) : []),
    ...(endsRun(before, after) ? (["ends-run"] as const) : []),
    ...(tells(before, after) ? (["tells-visitors"] as const) : []),
  ];
}

/** The most that an event lets in. */
type Exposure = {
  /** Who goes in without a line: nobody, everybody with an invitation, everybody. */
  readonly openTo: 0 | 1 | 2;
  readonly outflow: number;
  readonly isOpenAfterwards: boolean;
};

function exposureOf(event: EventInEffect): Exposure {
  const modes = modesOf(event);
  const skipsLine = modes.some(({ method }) => method === "passthrough") || isOpened(event);
  const most = modes.map(({ outflowPerMinute }) => outflowPerMinute);
  const net = event.kind === "always-on" ? (event.safetyNetPerMinute ?? 0) : 0;
  const invited = event.inviteOnly ? 1 : 2;
  return {
    openTo: skipsLine ? invited : 0,
    outflow: modes.length === 0 ? 0 : Math.max(net, ...most),
    isOpenAfterwards: opensAfterwards(event),
  };
}

type Mode = Pick<EventInEffect, "method" | "outflowPerMinute">;

/** Method and outflow of everything that can be in force before a person acts again. */
function modesOf(event: EventInEffect): readonly Mode[] {
  const { status, kind, schedules, isArchived } = event;
  const scheduled = schedules.map((schedule) => under(event, schedule));
  if (status === "open") {
    const now = kind === "scheduled" ? (occurrenceOf(event)?.schedule ?? null) : null;
    return [under(event, now), ...scheduled];
  }
  const opensByItself = status === "stopped" && kind === "scheduled" && !isArchived;
  return opensByItself ? scheduled : [];
}

function under({ method, outflowPerMinute }: Mode, schedule: Schedule | null): Mode {
  return { method, outflowPerMinute, ...schedule?.overrides };
}

/** By an operator's hand, or by a lottery that hardly anybody loses. */
function isOpened({ status, letThrough, admission }: EventInEffect): boolean {
  if (status !== "open") return false;
  return letThrough || percentOf(admission) >= OPEN_PERCENT;
}

function percentOf(admission: AdmissionSetting | null): number {
  const lottery = holdingLottery(admission);
  if (lottery === null) return 0;
  const { share } = lottery;
  // While the cap is empty, a falling share lets in nearly all.
  return share.type === "percentage" ? share.percent : 100;
}

function opensAfterwards({ kind, status, afterEvent }: EventInEffect): boolean {
  return kind === "scheduled" && status !== "draft" && afterEvent?.protectedPages === "let-through";
}

/** At once, or at a moment before the one that was shown. */
function endsRun(before: EventInEffect, after: EventInEffect): boolean {
  if (before.status !== "open") return false;
  if (after.status !== "open") return true;
  if (after.endAtMs === null) return false;
  return before.endAtMs === null || after.endAtMs < before.endAtMs;
}

/** Taking a message back tells nobody anything. */
function tells(before: EventInEffect, after: EventInEffect): boolean {
  return after.messages.some((text, at) => text !== null && text !== before.messages[at]);
}
