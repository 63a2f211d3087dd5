import { useRef } from "react";
import { Notice } from "@/components/shared/notice";
import { TextInput } from "@/components/ui/text-input";
import type { PasteProblem } from "@/lib/domain/pasted-request/pasted-request";

type PasteFieldProps = {
  text: string;
  setText: (text: string) => void;
  /** What cannot be read; null while all can. */
  problem: PasteProblem | null;
};

/** Takes a request in any shape. What cannot be read stays, and the place can be gone to. */
export function PasteField({ text, setText, problem }: PasteFieldProps) {
  const area = useRef<HTMLInputElement | HTMLTextAreaElement | null>(null);
  const goThere = () => {
    area.current?.focus();
    if (problem !== null) area.current?.setSelectionRange(problem.at, problem.at + 1);
  };
  return (
    <div className="flex flex-col gap-2">
      <TextInput
        label="Request"
        value={text}
        onChange={setText}
        inputRef={(element) => {
          area.current = element;
        }}
        rows={Math.min(Math.max(text.split("\n").length, 3), 10)}
        spellCheck={false}
        placeholder="https://shop.example.com/tickets"
        inputClassName="font-mono text-xs"
        description="A URL, “Copy as cURL” output from your browser's network tools, or request headers. Stays in this browser."
      />
      {problem === null ? null : (
        <Notice tone="warning" role="status">
          {problem.message}{" "}
          <button type="button" onClick={goThere} className="link-text">
            Line {problem.line}, column {problem.column}
          </button>
          <PlaceInText
            line={text.split(/\r?\n|\r/)[problem.line - 1] ?? ""}
            at={problem.column - 1}
          />
        </Notice>
      )}
    </div>
  );
}

/** So many characters stand on each side of the place. */
const AROUND = 24;

function PlaceInText({ line, at }: { line: string; at: number }) {
  if (line.trim() === "") return null;
  return (
    <code className="mt-1 block font-mono text-xs break-all">
      {at > AROUND ? "…" : ""}
      {line.slice(Math.max(0, at - AROUND), at)}
      <mark className="rounded-sm bg-warning px-0.5 text-warning-foreground">
        {line.slice(at, at + 1).trim() === "" ? "␣" : line.slice(at, at + 1)}
      </mark>
      {line.slice(at + 1, at + AROUND)}
      {line.length > at + AROUND ? "…" : ""}
    </code>
  );
}
