"use client";

import Link from "next/link";
import { usePathname } from "next/navigation";
import { cn } from "@/components/ui/class-names";
import type { Permission } from "@/lib/domain/permissions/roles";
import { NAVIGATION, type NavigationItem } from "./navigation";

type NavLinksProps = { permissions: readonly Permission[]; onNavigate?: () => void };

export function NavLinks({ permissions, onNavigate }: NavLinksProps) {
  const pathname = usePathname();
  return (
    <nav aria-label="Console" className="flex flex-col gap-4">
      {NAVIGATION.map(({ label, items }) => {
        const seen = items.filter((item) => permissions.includes(item.permission));
        return seen.length === 0 ? null : (
          <ul key={label} aria-label={label} className="flex flex-col gap-0.5">
            {seen.map((item) => (
              <NavLink
                key={item.href}
                item={item}
                isHere={pathname === item.href || pathname.startsWith(`${item.href}/`)}
                onNavigate={onNavigate}
              />
            ))}
          </ul>
        );
      })}
    </nav>
  );
}

type NavLinkProps = {
  item: NavigationItem;
  isHere: boolean;
  onNavigate: (() => void) | undefined;
};

function NavLink({ item, isHere, onNavigate }: NavLinkProps) {
  return (
    <li>
      <Link
        href={item.href}
        aria-current={isHere ? "page" : undefined}
        {...(onNavigate === undefined ? {} : { onClick: onNavigate })}
        className={cn(
          "flex h-8 items-center gap-2.5 rounded-lg px-2 text-sm outline-none focus-visible:focus-ring",
          isHere
            ? "bg-default font-medium text-foreground"
            : "text-muted hover:bg-surface-secondary hover:text-foreground",
        )}
      >
        <item.icon aria-hidden className="size-4 shrink-0" />
        {item.label}
      </Link>
    </li>
  );
}
