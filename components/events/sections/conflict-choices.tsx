"use client";

import { Button, Radio, RadioGroup } from "@heroui/react";
import { useState } from "react";
import type { SettingConflict } from "@/lib/services/event-draft/draft-view";
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
      aria-label="Changed by two people"
      className="flex flex-col gap-3 rounded-lg border border-border p-3"
    >
      {conflicts.map((conflict) => (
        <RadioGroup
          key={`${conflict.setting} ${conflict.label}`}
          value={choices[conflict.setting] ?? ""}
          onChange={(value) =>
            setChoices({
              ...choices,
              [conflict.setting]: value === "mine" ? "mine" : "theirs",
            })
          }
          aria-label={sentenceCase(conflict.label)}
          className="gap-1"
        >
          <p className="text-sm font-medium">{sentenceCase(conflict.label)}</p>
          <ChoiceRadio value="mine" label="Keep mine" shown={conflict.mine} />
          <ChoiceRadio value="theirs" label="Take theirs" shown={conflict.theirs} />
        </RadioGroup>
      ))}
      <div className="flex justify-end">
        <Button
          size="sm"
          variant="secondary"
          isDisabled={!isComplete || isPending === true}
          onPress={() => onChoose(choices)}
        >
          {confirm}
        </Button>
      </div>
    </section>
  );
}

type ChoiceRadioProps = { value: Choice; label: string; shown: string | number | null };

function ChoiceRadio({ value, label, shown }: ChoiceRadioProps) {
  return (
    <Radio value={value} className="mt-0!">
      <Radio.Content>
        <Radio.Control>
          <Radio.Indicator />
        </Radio.Control>
        <span className="min-w-0 break-words">
          {label}: <span className="font-mono text-xs">{inWords(shown)}</span>
        </span>
      </Radio.Content>
    </Radio>
  );
}

/** `Line limit`, of `line limit`. */
export function sentenceCase(label: string): string {
  return label.slice(0, 1).toUpperCase() + label.slice(1);
}

export function inWords(value: string | number | null): string {
  return value === null || value === "" ? "none" : String(value);
}
