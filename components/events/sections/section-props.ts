import type { Control } from "react-hook-form";
import type { LogoDraft, ThemeOption } from "../brand-section";
import type { EventFormValues } from "../event-form-values";

/** What every section of the settings gets; each takes what it needs. */
export type SectionProps = {
  readonly control: Control<EventFormValues>;
  readonly isOpen: boolean;
  readonly timeZones: readonly string[];
  readonly hasSchedules: boolean;
  readonly themes: readonly ThemeOption[];
  readonly logo: LogoDraft;
  readonly setLogo: (logo: LogoDraft) => void;
};
