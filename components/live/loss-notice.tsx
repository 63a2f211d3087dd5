import { formatMoment, formatNumber } from "@/components/shared/format";
import { Notice } from "@/components/shared/notice";
import { withinLimit } from "@/lib/domain/event/standing";
import type { EventLive } from "@/lib/services/event/get-live";
import { GovernorNotice } from "./governor-notice";

type LossNoticeProps = { live: EventLive; isLoaded: boolean; isStale: boolean };

/** What an operator must know before any figure. */
export function LossNotice({ live, isLoaded, isStale }: LossNoticeProps) {
  if (isStale) {
    return (
      <Notice tone="warning">
        These figures are old: the console gets no answer. The waiting rooms run on by themselves.
      </Notice>
    );
  }
  if (live.snapshot?.timeUnknown === true) {
    return (
      <Notice tone="warning">
        Redis came back with a clock that nobody can judge. Every place is kept; nobody is admitted
        until a waiting room that knows this line, or the worker with Postgres, says what time it
        is.
      </Notice>
    );
  }
  if (live.snapshot?.recovering === true) {
    return (
      <Notice tone="warning">
        The line is recovering from a loss of Redis. Every place is kept; nobody is admitted until
        it is whole.
      </Notice>
    );
  }
  if (isLoaded && live.event.status === "open" && live.snapshot === null) {
    return (
      <Notice tone="info">
        The line is being opened. Figures appear here as soon as the worker has created it.
      </Notice>
    );
  }
  const { paused, pauseMessage } = live.event;
  if (paused && pauseMessage !== null) {
    return <Notice tone="warning">Visitors read: “{pauseMessage}”</Notice>;
  }
  const { opensAt, timeZone } = live.event;
  if (opensAt !== null) {
    return (
      <Notice tone="info">
        Its schedules open it again on {formatMoment(opensAt, timeZone)}. Until then visitors have
        what the event shows after its end.
      </Notice>
    );
  }
  return <LimitNotice live={live} />;
}

/** What holds the line back besides the settings. */
function LimitNotice({ live: { event, snapshot, governor, standing } }: { live: EventLive }) {
  // The banner of the console says what a suspension does.
  if (snapshot === null || standing.suspension !== null) return null;
  if (snapshot.unknownSeats > 0) {
    return (
      <Notice tone="warning">
        Redis lost its last seconds, and a waiting room that may have let people in then is gone. Up
        to {formatNumber(snapshot.unknownSeats)} seats count as taken until those visits would have
        ended.
      </Notice>
    );
  }
  if (snapshot.soldOut) {
    return <Notice tone="warning">Sold out: nobody enters, and those who wait are told.</Notice>;
  }
  if (snapshot.stock === 0) {
    return (
      <Notice tone="info">
        All units are reserved for visitors on the site: the next one enters when one of them is
        free again.
      </Notice>
    );
  }
  const allowed = withinLimit(event.outflowInForce, standing.limits.maxOutflowPerMinute);
  const isGoverned = event.governor !== null && snapshot.outflowPerMinute < allowed;
  if (isGoverned) {
    return (
      <GovernorNotice
        reason={governor?.reason ?? "slow"}
        inForce={snapshot.outflowPerMinute}
        set={allowed}
      />
    );
  }
  if (snapshot.stock !== null) {
    return <Notice tone="info">{formatNumber(snapshot.stock)} left to give away.</Notice>;
  }
  return allowed === event.outflowInForce ? null : (
    <Notice tone="info">
      This installation allows an event {formatNumber(allowed)} visitors a minute, so that many go
      in of the {formatNumber(event.outflowInForce)} that are set.
    </Notice>
  );
}
