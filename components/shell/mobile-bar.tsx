"use client";

import { Menu } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Modal } from "@/components/ui/modal";
import type { Action } from "@/lib/http/action-result";
import { Logo } from "./logo";
import { PaletteIcon } from "./palette/palette-button";
import type { ShellData } from "./shell-data";
import { Sidebar } from "./sidebar";

type MobileBarProps = {
  shell: ShellData;
  switchCustomer: Action<{ customerId: string }, unknown>;
};

/** The top of narrow screens: whose console it is, and the way to the navigation. */
export function MobileBar({ shell, switchCustomer }: MobileBarProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <header className="sticky top-0 z-20 flex h-12 items-center gap-2 border-b border-border bg-surface px-3 lg:hidden">
        <Button
          isIconOnly
          size="sm"
          variant="ghost"
          aria-label="Open navigation"
          onClick={() => setOpen(true)}
        >
          <Menu aria-hidden />
        </Button>
        <Logo className="size-5" />
        <span className="min-w-0 truncate text-sm font-semibold">{shell.customer.name}</span>
        <span className="ml-auto">
          <PaletteIcon />
        </span>
      </header>
      {isOpen ? (
        <Modal look="drawer" aria-label="Navigation" onClose={() => setOpen(false)}>
          <Sidebar
            shell={shell}
            switchCustomer={switchCustomer}
            onNavigate={() => setOpen(false)}
          />
        </Modal>
      ) : null}
    </>
  );
}
