"use client";

import Link from "next/link";
import { usePathname } from "next/navigation";
import { cn } from "@/components/shared/class-names";
import type { Permission } from "@/lib/domain/permissions/roles";
import { PLACES } from "./navigation";

type NavLinksProps = { permissions: readonly Permission[]; onNavigate?: () => void };

export function NavLinks({ permissions, onNavigate }: NavLinksProps) {
  const pathname = usePathname();
  return (
    <nav aria-label="Console">
      <ul className="flex flex-col gap-0.5">
        {PLACES.filter((place) => permissions.includes(place.permission)).map((place) => {
          const isHere = pathname === place.href || pathname.startsWith(`${place.href}/`);
          return (
            <li key={place.href}>
              <Link
                href={place.href}
                aria-current={isHere ? "page" : undefined}
                {...(onNavigate === undefined ? {} : { onClick: onNavigate })}
                className={cn(
                  "flex h-8 items-center gap-2.5 rounded-lg px-2 text-sm outline-none focus-visible:focus-ring",
                  isHere
                    ? "bg-default font-medium text-foreground"
                    : "text-muted hover:bg-surface-secondary hover:text-foreground",
                )}
              >
                <place.icon aria-hidden className="size-4 shrink-0" />
                {place.label}
              </Link>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}
