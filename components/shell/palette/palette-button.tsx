"use client";

import { Search } from "lucide-react";
import { Kbd } from "@/components/shared/kbd";
import { Button } from "@/components/ui/button";
import { openPanel } from "./palette-state";

/** Opens the palette by pointer, and shows which keys do the same. */
export function PaletteButton({ onClick }: { onClick?: () => void }) {
  return (
    <button
      type="button"
      onClick={() => {
        onClick?.();
        openPanel("palette");
      }}
      className="flex h-8 w-full items-center gap-2 rounded-lg border border-border bg-background px-2 text-sm text-muted outline-none hover:text-foreground focus-visible:focus-ring"
    >
      <Search aria-hidden className="size-4 shrink-0" />
      <span className="flex-1 text-left">Search…</span>
      <Kbd keys={["Mod", "K"]} />
    </button>
  );
}

/** The same for narrow screens. */
export function PaletteIcon() {
  return (
    <Button
      isIconOnly
      size="sm"
      variant="ghost"
      aria-label="Search or run a command…"
      onClick={() => openPanel("palette")}
    >
      <Search aria-hidden />
    </Button>
  );
}
