import { ArrowDown, ArrowUp, Trash2 } from "lucide-react";
import { ConfirmButton } from "@/components/shared/confirm-button";
import { Button } from "@/components/ui/button";
import type { ActionResult } from "@/lib/http/action-result";

type RuleRowActionsProps = {
  rule: { readonly name: string };
  isFirst: boolean;
  isLast: boolean;
  move: (by: -1 | 1) => void;
  remove: () => Promise<ActionResult<unknown>>;
};

export function RuleRowActions(props: RuleRowActionsProps) {
  const { rule, isFirst, isLast, move, remove } = props;
  return (
    <div className="flex shrink-0 gap-0.5 max-sm:ml-auto">
      <Button
        isIconOnly
        size="sm"
        variant="ghost"
        aria-label={`Move ${rule.name} up`}
        isDisabled={isFirst}
        onClick={() => move(-1)}
      >
        <ArrowUp aria-hidden />
      </Button>
      <Button
        isIconOnly
        size="sm"
        variant="ghost"
        aria-label={`Move ${rule.name} down`}
        isDisabled={isLast}
        onClick={() => move(1)}
      >
        <ArrowDown aria-hidden />
      </Button>
      <ConfirmButton
        isIconOnly
        trigger={<Trash2 aria-hidden />}
        triggerLabel={`Delete ${rule.name}`}
        triggerVariant="ghost"
        title={`Delete ${rule.name}?`}
        confirm="Delete rule"
        run={remove}
      >
        Connectors keep using it until you publish. Published versions are not affected.
      </ConfirmButton>
    </div>
  );
}
