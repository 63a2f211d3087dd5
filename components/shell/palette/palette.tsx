import { useQuery } from "@tanstack/react-query";
import { useCallback, useMemo, useState } from "react";
import { DangerDialog } from "@/components/shared/danger-dialog";
import { useLive } from "@/components/shared/use-live";
import { Modal } from "@/components/ui/modal";
import type { Overview } from "@/lib/services/operation/live/overview";
import type { ShellData } from "../shell-data";
import { addressCommands, NO_DIRECTORY } from "./address-commands";
import { CommandBox } from "./command-box";
import { type AskedAct, commandsFor, findCommands, isAsked } from "./commands";
import type { PaletteActions } from "./palette-host";
import { settingCommands } from "./setting-commands";
import { useCommandActs } from "./use-command-acts";
import { withVisitor } from "./visitor-command";

/** While it is open, so that what it offers to do is what can be done. */
const POLL_MS = 5_000;

type PaletteProps = { shell: ShellData; actions: PaletteActions; onClose: () => void };

const NO_EVENTS: Overview["events"] = [];

/** What is found by name is asked for once in so long. */
const DIRECTORY_KEPT_MS = 30_000;

/** Goes to everything that has an address, finds visitors, and does the common acts, by keyboard alone. What touches visitors is asked once more. */
export function Palette({ shell, actions, onClose }: PaletteProps) {
  const [asked, setAsked] = useState<AskedAct | null>(null);
  const { data, hasFailed } = useLive<Overview>({ url: "/api/v1/overview", pollMs: POLL_MS });
  const directory = useDirectory(actions);
  const act = useCommandActs(actions, onClose);
  const events = data?.events ?? NO_EVENTS;
  const commands = useMemo(
    () => [...commandsFor(shell, events), ...addressCommands(directory)],
    [shell, events, directory],
  );
  const find = useCallback(
    (search: string) => {
      const all = [...commands, ...settingCommands(shell.permissions, events, search)];
      return withVisitor(findCommands(all, search), search, shell.permissions);
    },
    [commands, shell, events],
  );
  if (asked !== null) return <Ask asked={asked} actions={actions} onClose={onClose} />;
  return (
    <Modal aria-label="Command menu" onClose={onClose} className="mt-10 max-w-md p-0">
      <CommandBox
        find={find}
        note={hasFailed ? "Events could not be loaded." : null}
        onChoose={(chosen) => {
          if (isAsked(chosen)) setAsked(chosen);
          else act(chosen);
        }}
      />
    </Modal>
  );
}

function useDirectory({ listAddresses }: PaletteActions) {
  const { data } = useQuery({
    queryKey: ["addresses"],
    queryFn: async () => {
      const result = await listAddresses();
      if (!result.ok) throw new Error(result.error.message);
      return result.data;
    },
    staleTime: DIRECTORY_KEPT_MS,
    retry: false,
  });
  return data ?? NO_DIRECTORY;
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
