import type { CSSProperties } from "react";
import { brandColours } from "@/lib/domain/brand/colour";

type WaitingPreviewProps = {
  eventName: string;
  brandName: string;
  brandColour: string;
  logoUrl: string | null;
};

/** A small waiting page as these settings make it, with example figures. */
export function WaitingPreview(props: WaitingPreviewProps) {
  const { eventName, brandName, brandColour, logoUrl } = props;
  const colours = brandColours(brandColour);
  // The type of style objects does not know custom properties.
  const style = {
    "--brand": colours.brand,
    "--accent-light": colours.accentLight,
    "--on-accent-light": colours.onAccentLight,
    "--accent-dark": colours.accentDark,
    "--on-accent-dark": colours.onAccentDark,
  } as CSSProperties;
  return (
    <figure className="flex flex-col gap-1.5">
      <figcaption className="text-sm font-medium">Preview</figcaption>
      <div
        style={style}
        role="img"
        aria-label={`The waiting page of ${eventName} in the brand colour ${brandColour}`}
        className="overflow-hidden rounded-3xl border border-border bg-background select-none"
      >
        <div className="h-[3px] bg-(--brand)" />
        <div className="flex items-center gap-2 px-5 py-3 text-sm font-semibold">
          {logoUrl === null ? (
            <span className="grid size-6 place-items-center rounded-lg bg-(--accent-light) text-xs font-bold text-(--on-accent-light) dark:bg-(--accent-dark) dark:text-(--on-accent-dark)">
              {brandName.trim().slice(0, 1).toUpperCase()}
            </span>
          ) : (
            // biome-ignore lint/performance/noImgElement: a data URL of the form, nothing to optimise.
            <img src={logoUrl} alt="" className="h-6 max-w-36 object-contain" />
          )}
          <span className="truncate">{brandName}</span>
        </div>
        <div className="mx-auto max-w-sm px-5 pt-4 pb-8">
          <p className="truncate text-xs font-semibold text-(--accent-light) dark:text-(--accent-dark)">
            {eventName}
          </p>
          <p className="mt-1 text-2xl leading-8 font-bold tracking-tight">You are in line</p>
          <p className="mt-1 text-xs text-muted">
            Keep this page open. You'll be let in automatically when it's your turn.
          </p>
          <div className="mt-4 overflow-hidden rounded-xl border border-border bg-surface">
            <div className="px-4 pt-4 pb-4">
              <p className="text-xs text-muted">Ahead of you</p>
              <p className="figures text-4xl leading-10 font-bold tracking-tighter">1,204</p>
              <div className="mt-3 h-1.5 overflow-hidden rounded-full bg-surface-tertiary">
                <div className="h-full w-2/5 rounded-full bg-(--accent-light) dark:bg-(--accent-dark)" />
              </div>
            </div>
            <div className="figures grid grid-cols-2 divide-x divide-border border-t border-border text-sm font-semibold">
              <p className="px-4 py-2.5">
                <span className="block text-xs font-normal text-muted">Your number</span>
                3,480
              </p>
              <p className="px-4 py-2.5">
                <span className="block text-xs font-normal text-muted">Expected wait</span>
                2–3 minutes
              </p>
            </div>
          </div>
        </div>
      </div>
    </figure>
  );
}
