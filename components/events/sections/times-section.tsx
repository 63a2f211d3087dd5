"use client";

import { AfterEventSection } from "../after-event-section";
import { KindSection } from "../kind-section";
import { ScheduleSection } from "../schedule-section";
import type { SectionProps } from "./section-props";

/** When the event is at work, and what happens after its end. */
export function TimesSection(props: SectionProps) {
  return (
    <>
      <KindSection control={props.control} isOpen={props.isOpen} />
      <ScheduleSection control={props.control} hasSchedules={props.hasSchedules} />
      <AfterEventSection control={props.control} />
    </>
  );
}
