import type { SentencePiece } from "@/lib/domain/integration-config/rule-sentence";

/** A sentence whose compared texts stand out, so that spaces and quotes in them can be told. */
export function Sentence({ pieces }: { pieces: readonly SentencePiece[] }) {
  return pieces.map((piece, index) =>
    typeof piece === "string" ? (
      piece
    ) : (
      <code
        // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a sentence keep their order.
        key={index}
        className="rounded-sm bg-surface-secondary px-1 py-px font-mono text-[0.92em] wrap-anywhere whitespace-pre-wrap text-foreground"
      >
        {piece.value}
      </code>
    ),
  );
}
