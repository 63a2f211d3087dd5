"use client";

import { FlowSection } from "../flow-section";
import { GovernorSection } from "../governor-section";
import { SafetyNetSection } from "../safety-net-section";
import { TurnSection } from "../turn-section";
import type { SectionProps } from "./section-props";

/** How many go in, and how. */
export function AdmissionSection({ control }: SectionProps) {
  return (
    <>
      <FlowSection control={control} />
      <SafetyNetSection control={control} />
      <GovernorSection control={control} />
      <TurnSection control={control} />
    </>
  );
}
