import { formatNumber } from "@/components/shared/format";
import { Notice } from "@/components/shared/notice";
import type { GovernorReason } from "@/lib/domain/governor/governor";

const TEXTS: Readonly<
  Record<
    GovernorReason,
    { readonly tone: "info" | "warning"; readonly why: string; readonly next: string }
  >
> = {
  learning: {
    tone: "info",
    why: "The site is not known yet",
    next: "It begins carefully and raises that with each round of good answers.",
  },
  failing: {
    tone: "warning",
    why: "The site does not answer",
    next: "That stays so until it answers. Is its health URL right, and is the site up?",
  },
  "slow-from-start": {
    tone: "warning",
    why: "The site has been slow from the start",
    next: "Its answers take more than half of the time that they may take, so there are no good ones to compare with.",
  },
  slow: {
    tone: "warning",
    why: "The site is slow",
    next: "It raises that by itself once the site is well.",
  },
  growing: {
    tone: "info",
    why: "The site answers well",
    next: "It raises that step by step, every 30 seconds.",
  },
};

type GovernorNoticeProps = {
  reason: GovernorReason;
  inForce: number;
  set: number;
};

/** Why fewer are let in than is set. */
export function GovernorNotice({ reason, inForce, set }: GovernorNoticeProps) {
  const { tone, why, next } = TEXTS[reason];
  return (
    <Notice tone={tone}>
      {why}: the governor lets {formatNumber(inForce)} of {formatNumber(set)} visitors a minute in.{" "}
      {next}
    </Notice>
  );
}
