import { Chip } from "@/components/ui/chip";
import type { SecretState as State } from "@/lib/services/sites/secret/secret-view";

const LOOKS = {
  active: { color: "success", label: "Active" },
  staged: { color: "warning", label: "Staged" },
  accepted: { color: "default", label: "Accepted" },
} as const;

/** What a secret does now, in a word or two. */
export function SecretState({ state }: { state: State }) {
  const { color, label } = LOOKS[state];
  return (
    <Chip size="sm" variant="soft" color={color}>
      {label}
    </Chip>
  );
}
