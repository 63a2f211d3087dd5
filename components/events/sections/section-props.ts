import type { Control } from "react-hook-form";
import type { ThemeOption } from "../brand-section";
import type { EventFormValues } from "../event-form-values";
import type { StoreLogo } from "../logo-field";

/** What every section of the settings gets; each takes what it needs. */
export type SectionProps = {
  readonly control: Control<EventFormValues>;
  readonly isOpen: boolean;
  readonly hasSchedules: boolean;
  readonly themes: readonly ThemeOption[];
  /** The address of the logo in force; null without one. */
  readonly logoUrl: string | null;
  readonly storeLogo: StoreLogo;
};
