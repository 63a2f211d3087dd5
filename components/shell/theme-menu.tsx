"use client";

import { Button, Dropdown, Header, Label } from "@heroui/react";
import { Monitor, Moon, Sun, SunMoon } from "lucide-react";
import { useTheme } from "next-themes";

const THEMES = [
  { id: "system", label: "As the system", icon: Monitor },
  { id: "light", label: "Light", icon: Sun },
  { id: "dark", label: "Dark", icon: Moon },
] as const;

/** Chooses the theme. The icon is the same in all of them, so that it cannot flash. */
export function ThemeMenu() {
  const { theme, setTheme } = useTheme();
  return (
    <Dropdown>
      <Button isIconOnly size="sm" variant="ghost" aria-label="Theme">
        <SunMoon aria-hidden />
      </Button>
      <Dropdown.Popover placement="top end">
        <Dropdown.Menu
          aria-label="Theme"
          selectionMode="single"
          disallowEmptySelection
          selectedKeys={[theme ?? "system"]}
          onAction={(key) => setTheme(String(key))}
        >
          <Dropdown.Section>
            <Header>Theme</Header>
            {THEMES.map(({ id, label, icon: Icon }) => (
              <Dropdown.Item key={id} id={id} textValue={label}>
                <Dropdown.ItemIndicator />
                <Icon aria-hidden className="size-4 text-muted" />
                <Label>{label}</Label>
              </Dropdown.Item>
            ))}
          </Dropdown.Section>
        </Dropdown.Menu>
      </Dropdown.Popover>
    </Dropdown>
  );
}
