import { plural } from "@/components/shared/format";
import { Chip } from "@/components/ui/chip";
import type { PullState } from "@/lib/domain/connector/pull-state";

/** Whether a connector has the newest version, in a word or two. */
export function ConnectorState({ state }: { state: PullState }) {
  switch (state.type) {
    case "current":
      return (
        <Chip size="sm" variant="soft" color="success">
          Current
        </Chip>
      );
    case "unconfirmed":
      return (
        <Chip
          size="sm"
          variant="soft"
          color="default"
          title="Fetched the latest rules, but doesn't report whether it uses them."
        >
          Fetched, unconfirmed
        </Chip>
      );
    case "waiting":
      return (
        <Chip size="sm" variant="soft" color="warning">
          Waiting for the first version
        </Chip>
      );
    case "behind":
      return (
        <Chip size="sm" variant="soft" color={state.refuses ? "danger" : "warning"}>
          {state.refuses ? "Rejects the config" : `${plural(state.versions, "version")} behind`}
        </Chip>
      );
    case "silent":
      return (
        <Chip size="sm" variant="soft" color="default">
          Silent
        </Chip>
      );
  }
}
