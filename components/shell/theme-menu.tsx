"use client";

import { Monitor, Moon, Sun, SunMoon } from "lucide-react";
import { useTheme } from "next-themes";
import { useHydrated } from "@/components/shared/use-hydrated";
import { buttonClass } from "@/components/ui/button-class";
import { Menu } from "@/components/ui/menu";

const THEMES = [
  { id: "system", label: "System", icon: Monitor },
  { id: "light", label: "Light", icon: Sun },
  { id: "dark", label: "Dark", icon: Moon },
] as const;

/** Chooses the theme. The icon is the same in all of them, so that it cannot flash. */
export function ThemeMenu() {
  const { theme, setTheme } = useTheme();
  // Only the browser knows it.
  const isHydrated = useHydrated();
  return (
    <Menu
      label="Theme"
      heading="Theme"
      triggerLabel="Theme"
      triggerClassName={buttonClass({ isIconOnly: true, size: "sm", variant: "ghost" })}
      trigger={<SunMoon aria-hidden />}
      items={THEMES.map(({ id, label, icon: Icon }) => ({
        id,
        label,
        icon: <Icon aria-hidden className="size-4 text-muted" />,
      }))}
      selected={isHydrated ? (theme ?? "system") : "system"}
      onChoose={setTheme}
      side="above"
    />
  );
}
