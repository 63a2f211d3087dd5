/** What the visitor's page shows, ready to be written into the document as it stands. */
export type Screen = {
  readonly name:
    | "join"
    | "waiting"
    | "near"
    | "turn"
    | "paused"
    | "before"
    | "pre-queue"
    | "ended"
    | "full"
    | "random"
    | "rejected"
    | "sold-out"
    | "kept"
    | "offline"
    | "inside"
    | "used"
    | "again"
    | "cookies"
    | "refused";
  /** `line`: figure, bar and facts · `countdown`: figure and facts · `message`: words only. */
  readonly layout: "line" | "countdown" | "message";
  readonly tone: "calm" | "good" | "warn";
  readonly headline: string;
  readonly lead: string;
  /** The operator's own words. */
  readonly message: string | null;
  /** How many are ahead; null where no place is shown. */
  readonly ahead: number | null;
  readonly figureLabel: string;
  readonly figure: string;
  readonly number: string;
  readonly wait: string;
  /** Why the expected wait grew, or the start in the visitor's own time. */
  readonly waitNote: string;
  /** From 0 to 1. */
  readonly progress: number;
  readonly action: ScreenAction | null;
};

export type ScreenAction =
  | { readonly kind: "link"; readonly label: string; readonly href: string }
  | {
      readonly kind: "button";
      readonly label: string;
      readonly does: "join-again" | "reload";
    };
