"use client";

import Link from "next/link";
import { usePathname } from "next/navigation";
import { useState } from "react";
import { SearchField } from "@/components/shared/search-field";
import { cn } from "@/components/ui/class-names";
import type { SectionId } from "@/lib/domain/event/settings/table";
import { findSettings, hrefOfSetting } from "./find-settings";
import { SECTIONS } from "./registry";

type SettingsNavProps = {
  eventId: string;
  /** Sections of which a draft waits. */
  drafted: readonly SectionId[];
};

/** The sections of an event's settings, and a search over all of their fields. */
export function SettingsNav({ eventId, drafted }: SettingsNavProps) {
  const [query, setQuery] = useState("");
  return (
    <div className="flex min-w-0 flex-col gap-3 md:sticky md:top-4 md:w-52 md:shrink-0 md:self-start">
      <SearchField
        label="Search settings"
        value={query}
        onChange={setQuery}
        className="sm:w-full"
      />
      {query.trim() === "" ? (
        <SectionLinks eventId={eventId} drafted={drafted} />
      ) : (
        <FoundLinks eventId={eventId} query={query} onFollow={() => setQuery("")} />
      )}
    </div>
  );
}

function SectionLinks({ eventId, drafted }: SettingsNavProps) {
  const pathname = usePathname();
  return (
    <nav aria-label="Settings sections">
      <ul className="flex gap-1 overflow-x-auto md:flex-col">
        {SECTIONS.map(({ id, title }) => {
          const href = `/events/${eventId}/settings/${id}`;
          const isHere = pathname === href;
          return (
            <li key={id} className="shrink-0">
              <Link
                href={href}
                aria-current={isHere ? "page" : undefined}
                className={cn(
                  "flex h-8 items-center gap-2 rounded-lg px-2.5 text-sm whitespace-nowrap outline-none focus-visible:focus-ring",
                  isHere
                    ? "bg-surface-secondary font-medium text-foreground"
                    : "text-muted hover:text-foreground",
                )}
              >
                {title}
                {drafted.includes(id) ? (
                  <span className="ml-auto rounded-md bg-warning-soft px-1.5 text-xs text-warning-soft-foreground">
                    draft
                  </span>
                ) : null}
              </Link>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}

type FoundLinksProps = { eventId: string; query: string; onFollow: () => void };

function FoundLinks({ eventId, query, onFollow }: FoundLinksProps) {
  const found = findSettings(query);
  if (found.length === 0) {
    return (
      <p role="status" className="px-2.5 text-sm text-muted">
        No matching settings.
      </p>
    );
  }
  return (
    <ul aria-label="Matching settings" className="flex flex-col gap-0.5">
      {found.map((one) => (
        <li key={hrefOfSetting(eventId, one)}>
          <Link
            href={hrefOfSetting(eventId, one)}
            onClick={onFollow}
            className="block rounded-lg px-2.5 py-1 text-sm outline-none hover:bg-surface-secondary focus-visible:focus-ring"
          >
            {one.entry?.label ?? one.section.title}
            <span className="block text-xs text-muted">
              {one.entry === null ? "Section" : one.section.title}
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
