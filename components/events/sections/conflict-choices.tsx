import { useState } from "react";
import { Button } from "@/components/ui/button";
import { RadioGroup } from "@/components/ui/radio-group";
import type { SettingConflict } from "@/lib/services/event/draft/draft-view";
import type { Choice } from "./section-values";

type ConflictChoicesProps = {
  conflicts: readonly SettingConflict[];
  /** What the button does once each is chosen. */
  confirm: string;
  isPending?: boolean;
  onChoose: (choices: Readonly<Record<string, Choice>>) => void;
};

/** Both values of each setting that two people have changed; nothing is chosen for anybody. */
export function ConflictChoices({ conflicts, confirm, isPending, onChoose }: ConflictChoicesProps) {
  const [choices, setChoices] = useState<Readonly<Record<string, Choice>>>({});
  const isComplete = conflicts.every(({ setting }) => choices[setting] !== undefined);
  return (
    <section
      aria-label="Conflicting changes"
      className="flex flex-col gap-3 rounded-lg border border-border p-3"
    >
      {conflicts.map((conflict) => (
        <RadioGroup
          key={conflict.setting}
          label={conflict.label}
          value={choices[conflict.setting] ?? ""}
          onChange={(value) =>
            setChoices({
              ...choices,
              [conflict.setting]: value === "mine" ? "mine" : "theirs",
            })
          }
          className="flex flex-col gap-1"
          options={[
            { value: "mine", label: <Values value="mine" label="Keep mine" conflict={conflict} /> },
            {
              value: "theirs",
              label: <Values value="theirs" label="Use theirs" conflict={conflict} />,
            },
          ]}
        />
      ))}
      <div className="flex justify-end">
        <Button
          size="sm"
          variant="secondary"
          isDisabled={!isComplete || isPending === true}
          onClick={() => onChoose(choices)}
        >
          {confirm}
        </Button>
      </div>
    </section>
  );
}

type ValuesProps = { value: Choice; label: string; conflict: SettingConflict };

function Values({ value, label, conflict: { label: setting, lines } }: ValuesProps) {
  return (
    <span className="min-w-0 break-words">
      {label}:{" "}
      {lines.map((line, at) => (
        <span key={line.label}>
          {at === 0 ? null : "; "}
          {line.label === setting ? null : `${line.label} `}
          <span className="font-medium">{inWords(line[value])}</span>
        </span>
      ))}
    </span>
  );
}

function inWords(value: string | null): string {
  return value === null || value === "" ? "none" : value;
}
