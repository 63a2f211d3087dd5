import { RotateCcw } from "lucide-react";
import { type UseFormReturn, useWatch } from "react-hook-form";
import { Button } from "@/components/ui/button";
import type { SettingName } from "@/lib/domain/event/settings/table";
import type { EventFormValues, NewEventStart } from "../event-form-values";
import type { SettingsSection } from "./registry";
import { differingSettings, withDefault } from "./section-values";

type DefaultMarksProps = {
  section: SettingsSection;
  form: UseFormReturn<EventFormValues>;
  /** What the customer's new events begin with. */
  newEvent: NewEventStart;
  canWrite: boolean;
};

/** Which settings of the section are modified; each is reset with one press. */
export function DefaultMarks({ section, form, newEvent, canWrite }: DefaultMarksProps) {
  // Fields that are not shown keep their values, which only the form knows.
  const values = { ...form.getValues(), ...useWatch({ control: form.control }) };
  const differing = differingSettings(section.id, values as EventFormValues, newEvent);
  if (differing.length === 0) return null;
  const reset = (setting: SettingName) => {
    const now = form.getValues();
    for (const [field, value] of Object.entries(withDefault(now, setting, newEvent))) {
      const name = field as keyof EventFormValues;
      if (now[name] !== value) form.setValue(name, value as never, { shouldDirty: true });
    }
  };
  return (
    <div className="mb-4 flex flex-wrap items-center gap-x-3 gap-y-1.5 rounded-lg bg-surface-secondary px-3 py-2">
      <p className="text-xs text-muted">Modified:</p>
      <ul className="contents">
        {differing.map((setting) => {
          const label = labelOf(section, setting);
          return (
            <li key={setting} className="flex items-center gap-1 text-xs">
              <span className="size-1.5 rounded-full bg-accent" aria-hidden />
              {label}
              {canWrite ? (
                <Button
                  size="sm"
                  variant="ghost"
                  isIconOnly
                  className="size-6 min-w-6"
                  aria-label={`Reset ${label} to its default`}
                  onClick={() => reset(setting)}
                >
                  <RotateCcw aria-hidden className="size-3" />
                </Button>
              ) : null}
            </li>
          );
        })}
      </ul>
    </div>
  );
}

function labelOf(section: SettingsSection, setting: SettingName): string {
  return section.settings.find((entry) => entry.setting === setting)?.label ?? setting;
}
