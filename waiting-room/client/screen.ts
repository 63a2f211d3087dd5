/** What the visitor's page shows, ready to be written into the document as it stands. */
export type Screen = {
  readonly name: ScreenName;
  /**
   * `line`: figure, bar and facts · `countdown`: figure and facts · `chance`: the expected wait alone · `message`:
   * words only.
   */
  readonly layout: "line" | "countdown" | "chance" | "message";
  readonly tone: "calm" | "good" | "warn";
  /** True where nothing follows by itself: such a page does not look live, and there is no line to leave. */
  readonly isOver: boolean;
  readonly headline: string;
  readonly lead: string;
  /** The operator's own words, and when they were sent; empty where that is not known. */
  readonly message: string | null;
  readonly messageTime: string;
  /** How many are ahead; null where no place is shown. */
  readonly ahead: number | null;
  readonly figureLabel: string;
  readonly figure: string;
  readonly number: string;
  readonly wait: string;
  /** When the turn comes, why that takes longer than before, what else is to be known of it. */
  readonly waitNote: string;
  /** What of it is said aloud once, when it comes up. */
  readonly warning?: string;
  /** What is said aloud of the time that is left. */
  readonly until?: string;
  /** For how long the place is kept if the page is closed; empty where there is no place. */
  readonly kept: string;
  /** What there is of a draw: its promise, or its result. */
  readonly draw: "promised" | "done" | null;
  /** From 0 to 1. */
  readonly progress: number;
  readonly action: ScreenAction | null;
};

export type ScreenName =
  | "join"
  | "waiting"
  | "near"
  | "here"
  | "turn"
  | "paused"
  | "slowed"
  | "challenge"
  | "before"
  | "pre-queue"
  | "drawn-soon"
  | "drawing"
  | "ended"
  | "full"
  | "random"
  | "rejected"
  | "sold-out"
  | "kept"
  | "offline"
  | "unreachable"
  | "error"
  | "inside"
  | "session-ended"
  | "used"
  | "again"
  | "cookies"
  | "refused";

export type ScreenAction =
  | { readonly kind: "link"; readonly label: string; readonly href: string }
  | {
      readonly kind: "button";
      readonly label: string;
      readonly does: "join-again" | "reload" | "here";
    }
  /** An empty box that a check of the visitor fills. */
  | { readonly kind: "challenge" };
