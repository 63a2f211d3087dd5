"use client";

import { CircleUser, LogOut } from "lucide-react";
import { useRouter } from "next/navigation";
import { leavePage } from "@/components/shared/unsaved";
import { Menu } from "@/components/ui/menu";
import { leaveConsole } from "./leave-console";
import type { ShellData } from "./shell-data";

const ITEMS = [
  {
    id: "account",
    label: "Your account",
    icon: <CircleUser aria-hidden className="size-4 text-muted" />,
  },
  { id: "sign-out", label: "Sign out", icon: <LogOut aria-hidden className="size-4 text-muted" /> },
];

function initials(name: string): string {
  const words = name.trim().split(/\s+/);
  return `${words[0]?.[0] ?? ""}${words.length > 1 ? (words.at(-1)?.[0] ?? "") : ""}`.toUpperCase();
}

type UserMenuProps = { user: ShellData["user"]; onNavigate: (() => void) | undefined };

/** Who is signed in, and the ways to their account and out. */
export function UserMenu({ user, onNavigate }: UserMenuProps) {
  const router = useRouter();
  return (
    <Menu
      label="User"
      triggerClassName="flex min-w-0 flex-1 items-center gap-2 rounded-lg p-1 text-left outline-none hover:bg-surface-secondary focus-visible:focus-ring"
      trigger={
        <>
          <span
            aria-hidden
            className="flex size-7 shrink-0 items-center justify-center rounded-full bg-accent-soft text-xs font-medium text-accent-soft-foreground"
          >
            {initials(user.name)}
          </span>
          <span className="min-w-0">
            <span className="block truncate text-sm leading-5 font-medium">{user.name}</span>
            <span className="block truncate text-xs leading-4 text-muted">{user.email}</span>
            <span className="sr-only">User menu</span>
          </span>
        </>
      }
      items={ITEMS}
      onChoose={(id) => {
        onNavigate?.();
        if (id === "account") leavePage(() => router.push("/account"));
        if (id === "sign-out") leavePage(() => void leaveConsole());
      }}
      side="above"
    />
  );
}
