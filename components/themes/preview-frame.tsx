import { useState } from "react";
import type { Theme } from "@/lib/domain/theme/theme";
import { PageFrame } from "./page-frame";
import { PREVIEW_WIDTHS, type PreviewView } from "./preview-view";

const PATH = "/themes/preview";

export type PreviewedEvent = {
  readonly name: string;
  readonly brandName: string;
  readonly brandColour: string;
  readonly timeZone: string;
  readonly opening: {
    readonly isDrawn: boolean;
    readonly startAtMs: number | null;
    readonly preQueueMinutes: number;
  };
};

type PreviewFrameProps = {
  /** The saved theme; absent where there is none. */
  themeId?: string;
  /** The event whose page it is; an example where there is none. */
  event?: PreviewedEvent;
  /** The theme as it is being edited; null while it cannot be shown. */
  settings: Theme | null;
  view: PreviewView;
  /** A text of the page was clicked. */
  onPick?: (text: string) => void;
  /** The texts that the page shows, in their order. */
  onTexts?: (texts: readonly string[]) => void;
};

/** The page that visitors would see with a theme or an event as it is being edited. */
export function PreviewFrame(props: PreviewFrameProps) {
  const { themeId, event, settings, view, onPick, onTexts } = props;
  const { state, language, scheme } = view;
  const first = { ...(themeId === undefined ? {} : { theme: themeId }), state, language, scheme };
  const wanted =
    settings === null ? null : JSON.stringify({ settings, event, state, language, scheme });
  const [saved] = useState(themeId === undefined ? null : wanted);
  return (
    <PageFrame
      path={PATH}
      size={PREVIEW_WIDTHS[view.width]}
      {...{ first, wanted, saved, onPick, onTexts }}
    />
  );
}
