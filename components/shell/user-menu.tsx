"use client";

import { Avatar, Dropdown, Label } from "@heroui/react";
import { CircleUser, LogOut } from "lucide-react";
import { useRouter } from "next/navigation";
import { leaveConsole } from "./leave-console";
import type { ShellData } from "./shell-data";

function initials(name: string): string {
  const words = name.trim().split(/\s+/);
  return `${words[0]?.[0] ?? ""}${words.length > 1 ? (words.at(-1)?.[0] ?? "") : ""}`.toUpperCase();
}

export function UserMenu({ user }: { user: ShellData["user"] }) {
  const router = useRouter();
  return (
    <Dropdown>
      <Dropdown.Trigger className="flex min-w-0 flex-1 items-center gap-2 rounded-lg p-1 text-left hover:bg-surface-secondary">
        <Avatar aria-hidden size="sm" className="size-7 shrink-0" color="accent" variant="soft">
          <Avatar.Fallback className="text-xs">{initials(user.name)}</Avatar.Fallback>
        </Avatar>
        <span className="min-w-0">
          <span className="block truncate text-sm leading-5 font-medium">{user.name}</span>
          <span className="block truncate text-xs leading-4 text-muted">{user.email}</span>
          <span className="sr-only">Menu of the user</span>
        </span>
      </Dropdown.Trigger>
      <Dropdown.Popover placement="top start">
        <Dropdown.Menu
          aria-label="User"
          onAction={(key) => {
            if (key === "account") router.push("/account");
            if (key === "sign-out") void leaveConsole();
          }}
        >
          <Dropdown.Item id="account" textValue="Your account">
            <CircleUser aria-hidden className="size-4 text-muted" />
            <Label>Your account</Label>
          </Dropdown.Item>
          <Dropdown.Item id="sign-out" textValue="Sign out">
            <LogOut aria-hidden className="size-4 text-muted" />
            <Label>Sign out</Label>
          </Dropdown.Item>
        </Dropdown.Menu>
      </Dropdown.Popover>
    </Dropdown>
  );
}
