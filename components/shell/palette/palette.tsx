import { useState } from "react";
import { DangerDialog } from "@/components/shared/danger-dialog";
import { useLive } from "@/components/shared/use-live";
import { Modal } from "@/components/ui/modal";
import type { Overview } from "@/lib/services/operation/live/overview";
import type { ShellData } from "../shell-data";
import { CommandBox } from "./command-box";
import { type AskedAct, commandsFor, isAsked } from "./commands";
import type { PaletteActions } from "./palette-host";
import { useCommandActs } from "./use-command-acts";

/** While it is open, so that what it offers to do is what can be done. */
const POLL_MS = 5_000;

type PaletteProps = { shell: ShellData; actions: PaletteActions; onClose: () => void };

const NO_EVENTS: Overview["events"] = [];

/** Goes to every page and event, and does the common acts, by keyboard alone. What touches visitors is asked once more. */
export function Palette({ shell, actions, onClose }: PaletteProps) {
  const [asked, setAsked] = useState<AskedAct | null>(null);
  const { data, hasFailed } = useLive<Overview>({ url: "/api/v1/overview", pollMs: POLL_MS });
  const act = useCommandActs(actions, onClose);
  if (asked !== null) return <Ask asked={asked} actions={actions} onClose={onClose} />;
  return (
    <Modal aria-label="Command menu" onClose={onClose} className="mt-10 max-w-md p-0">
      <CommandBox
        commands={commandsFor(shell, data?.events ?? NO_EVENTS)}
        note={hasFailed ? "Events could not be loaded." : null}
        onChoose={(chosen) => {
          if (isAsked(chosen)) setAsked(chosen);
          else act(chosen);
        }}
      />
    </Modal>
  );
}

type AskProps = { asked: AskedAct; actions: PaletteActions; onClose: () => void };

function Ask({ asked: { type, eventId, name }, actions, onClose }: AskProps) {
  const isPause = type === "pause";
  return (
    <DangerDialog
      isOpen
      onOpenChange={onClose}
      title={isPause ? `Pause ${name}?` : `Resume ${name}?`}
      confirm={isPause ? `Pause ${name}` : `Resume ${name}`}
      variant="primary"
      run={() => (isPause ? actions.pause({ eventId }) : actions.resume({ eventId }))}
    >
      {isPause
        ? "Nobody is admitted until you resume. Visitors keep their place."
        : "Visitors are admitted again, in order, at the current outflow."}
    </DangerDialog>
  );
}
