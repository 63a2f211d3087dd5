"use client";

import { Download, Printer } from "lucide-react";
import { Fragment } from "react";
import { Button } from "@/components/ui/button";

const FILES = [
  { what: "admissions", label: "Admissions" },
  { what: "minutes", label: "Minutes" },
] as const;

/** What can be done with a report: take it along, or print it. */
export function ReportActions({ runId }: { runId: string }) {
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 print:hidden">
      {FILES.map(({ what, label }) => (
        <span key={what} className="flex items-center gap-1.5 text-sm">
          <Download aria-hidden className="size-4 text-muted" />
          <span>{label}</span>
          {(["csv", "json"] as const).map((format, index) => (
            <Fragment key={format}>
              {index === 0 ? null : <span className="text-muted">·</span>}
              <a
                className="link-text"
                href={`/api/v1/runs/${runId}/export?what=${what}&format=${format}`}
                download
                aria-label={`${label} as ${format.toUpperCase()}`}
              >
                {format.toUpperCase()}
              </a>
            </Fragment>
          ))}
        </span>
      ))}
      <Button size="sm" variant="secondary" onClick={() => window.print()}>
        <Printer aria-hidden />
        Print
      </Button>
    </div>
  );
}
