import { useRouter } from "next/navigation";
import { useEffect, useState, useTransition } from "react";
import { orOffline } from "@/components/shared/or-offline";
import { toast } from "@/components/ui/toast";
import type { Action } from "@/lib/http/action-result";
import type { ListedRule } from "@/lib/services/sites/rule/rule-view";
import type { ReorderRulesInput } from "@/lib/services/sites/rule/schemas";
import { useSavingOrder } from "./saving-order";

/** A rule that is in somebody's hand: shown at `to`, and back at `from` when they let go of it by Escape. */
export type HeldRule = { readonly id: string; readonly from: number; readonly to: number };

export type RuleOrder = {
  /** As they stand while one is in hand: nothing leaves its place in the page before it is put down. */
  readonly standing: readonly ListedRule[];
  /** As they would stand now, with the one in hand at its new place. */
  readonly rules: readonly ListedRule[];
  readonly held: HeldRule | null;
  /** The rule that was put down last; another object each time. */
  readonly dropped: { readonly id: string } | null;
  readonly isPending: boolean;
  /** What a screen reader is to say. */
  readonly announcement: string;
  readonly pickUp: (index: number) => void;
  readonly moveTo: (index: number) => void;
  readonly drop: () => void;
  readonly putBack: () => void;
  /** Moves a rule at once, without taking it up. */
  readonly shift: (index: number, by: -1 | 1) => void;
};

/** The order of the rules while somebody changes it: what is shown at once is stored, or taken back when it is refused. */
export function useRuleOrder(
  stored: readonly ListedRule[],
  reorder: Action<ReorderRulesInput, unknown>,
): RuleOrder {
  const router = useRouter();
  const [isPending, startTransition] = useTransition();
  const [wanted, setWanted] = useState<readonly string[] | null>(null);
  const [held, setHeld] = useState<HeldRule | null>(null);
  const [dropped, setDropped] = useState<{ readonly id: string } | null>(null);
  const [announcement, announce] = useState("");
  const [known, setKnown] = useState(stored);
  if (known !== stored) {
    // What the server says now counts, whoever changed it.
    setKnown(stored);
    setWanted(null);
    if (held !== null && stored[held.from]?.id !== held.id) {
      setHeld(null);
      announce("Someone else changed the rules. Check the order and try again.");
    }
  }
  const { setSaving } = useSavingOrder();
  useEffect(() => setSaving(isPending || wanted !== null), [isPending, wanted, setSaving]);
  const ordered = inOrder(stored, wanted);
  const rules = held === null ? ordered : moved(ordered, held.from, held.to);

  const save = (next: readonly ListedRule[], name: string, place: number) => {
    setWanted(next.map(({ id }) => id));
    setSaving(true);
    announce(`${name} is now rule ${place} of ${next.length}.`);
    startTransition(async () => {
      const result = await orOffline(reorder({ ruleIds: next.map(({ id }) => id) }));
      if (!result.ok) {
        setWanted(null);
        announce(`Order not changed. ${result.error.message}`);
        toast.danger(result.error.message);
      }
      router.refresh();
    });
  };
  const nameAt = (index: number) => ordered[index]?.name ?? "";
  return {
    standing: ordered,
    rules,
    held,
    dropped,
    isPending,
    announcement,
    pickUp: (index) => {
      if (isPending) return;
      setHeld({ id: ordered[index]?.id ?? "", from: index, to: index });
      announce(
        `${nameAt(index)} picked up, rule ${index + 1} of ${ordered.length}. Arrow keys move it, space drops it, Escape cancels.`,
      );
    },
    moveTo: (index) => {
      if (held === null) return;
      const to = Math.min(Math.max(index, 0), ordered.length - 1);
      if (to === held.to) return;
      setHeld({ ...held, to });
      announce(`${nameAt(held.from)}: rule ${to + 1} of ${ordered.length}.`);
    },
    drop: () => {
      if (held === null) return;
      setHeld(null);
      setDropped({ id: held.id });
      if (held.to === held.from) announce(`${nameAt(held.from)} not moved.`);
      else save(rules, nameAt(held.from), held.to + 1);
    },
    putBack: () => {
      if (held === null) return;
      setHeld(null);
      announce(`${nameAt(held.from)} is back as rule ${held.from + 1}.`);
    },
    shift: (index, by) => {
      if (!isPending) save(moved(ordered, index, index + by), nameAt(index), index + by + 1);
    },
  };
}

function inOrder(
  stored: readonly ListedRule[],
  wanted: readonly string[] | null,
): readonly ListedRule[] {
  if (wanted === null) return stored;
  const byId = new Map(stored.map((rule) => [rule.id, rule]));
  return wanted.flatMap((id) => byId.get(id) ?? []);
}

function moved(rules: readonly ListedRule[], from: number, to: number): readonly ListedRule[] {
  const rule = rules[from];
  if (rule === undefined) return rules;
  const others = rules.filter((one) => one !== rule);
  return [...others.slice(0, to), rule, ...others.slice(to)];
}
