import { Chip } from "@/components/ui/chip";
import type { SecretState as State } from "@/lib/services/secret/secret-view";

const LOOKS = {
  active: { color: "success", label: "Signs" },
  staged: { color: "warning", label: "Staged" },
  accepted: { color: "default", label: "Still accepted" },
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
