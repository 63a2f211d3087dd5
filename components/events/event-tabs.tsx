"use client";

import Link from "next/link";
import { usePathname } from "next/navigation";
import { cn } from "@/components/ui/class-names";

type EventTabsProps = {
  eventId: string;
  canSeeAccessCodes: boolean;
  canSeeStaffLinks: boolean;
};

/** The pages of an event. */
export function EventTabs({ eventId, canSeeAccessCodes, canSeeStaffLinks }: EventTabsProps) {
  const pathname = usePathname();
  const base = `/events/${eventId}`;
  const isHere = (href: string) =>
    pathname === href || (href !== base && pathname.startsWith(`${href}/`));
  const tabs = [
    { label: "Live", href: base },
    { label: "Visitors", href: `${base}/visitors` },
    { label: "Settings", href: `${base}/settings` },
    { label: "Readiness", href: `${base}/readiness` },
    ...(canSeeAccessCodes ? [{ label: "Access codes", href: `${base}/access-codes` }] : []),
    ...(canSeeStaffLinks ? [{ label: "Staff links", href: `${base}/staff-links` }] : []),
  ];
  return (
    <nav aria-label="Event" className="mb-5 border-b border-border">
      <ul className="-mb-px flex gap-5 max-sm:gap-3.5 max-sm:overflow-x-auto">
        {tabs.map((tab) => (
          <li key={tab.href}>
            <Link
              href={tab.href}
              aria-current={isHere(tab.href) ? "page" : undefined}
              className={cn(
                "flex h-9 items-center rounded-t-lg border-b-2 px-0.5 text-sm whitespace-nowrap outline-none focus-visible:focus-ring",
                isHere(tab.href)
                  ? "border-accent font-medium text-foreground"
                  : "border-transparent text-muted hover:text-foreground",
              )}
            >
              {tab.label}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
