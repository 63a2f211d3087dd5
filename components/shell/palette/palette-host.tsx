"use client";

import dynamic from "next/dynamic";
import type { Action, ActionResult } from "@/lib/http/action-result";
import type { EventIdInput, PauseEventInput } from "@/lib/services/event/settings/inputs";
import type { ShellData } from "../shell-data";
import type { Directory } from "./address-commands";
import { openPanel, useOpenPanel } from "./palette-state";
import { useShellKeys } from "./use-shell-keys";

/** What the palette does by itself; everything else leads to a page. */
export type PaletteActions = {
  readonly pause: Action<PauseEventInput, unknown>;
  readonly resume: Action<EventIdInput, unknown>;
  readonly switchCustomer: Action<{ customerId: string }, unknown>;
  readonly listAddresses: () => Promise<ActionResult<Directory>>;
};

// Nobody needs them before a key is pressed.
const Palette = dynamic(() => import("./palette").then((module) => module.Palette), { ssr: false });
const Shortcuts = dynamic(() => import("./shortcuts").then((module) => module.Shortcuts), {
  ssr: false,
});

type PaletteHostProps = { shell: ShellData; actions: PaletteActions };

/** Listens for the keys that work everywhere, and loads what they open when it is first needed. */
export function PaletteHost({ shell, actions }: PaletteHostProps) {
  const open = useOpenPanel();
  useShellKeys(shell.permissions);
  const close = () => openPanel(null);
  return (
    <>
      {open === "palette" ? <Palette shell={shell} actions={actions} onClose={close} /> : null}
      {open === "shortcuts" ? <Shortcuts permissions={shell.permissions} onClose={close} /> : null}
    </>
  );
}
