"use client";

import { Check, Copy } from "lucide-react";
import { useRef, useState } from "react";
import { Button } from "@/components/ui/button";

type CopyButtonProps = { text: string; label: string; withText?: boolean };

/** Copies a text and says so for two seconds. */
export function CopyButton({ text, label, withText = false }: CopyButtonProps) {
  const [state, setState] = useState<"idle" | "copied" | "failed">("idle");
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const copy = async () => {
    const next = await navigator.clipboard.writeText(text).then(
      () => "copied" as const,
      () => "failed" as const,
    );
    setState(next);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setState("idle"), 2_000);
  };
  const words = { idle: "Copy", copied: "Copied", failed: "Select and copy manually" }[state];
  return (
    <Button
      size="sm"
      variant={withText ? "secondary" : "ghost"}
      isIconOnly={!withText}
      aria-label={state === "idle" ? label : words}
      onClick={copy}
    >
      {state === "copied" ? <Check aria-hidden /> : <Copy aria-hidden />}
      {withText ? words : null}
      <span role="status" className="sr-only">
        {state === "idle" ? "" : words}
      </span>
    </Button>
  );
}
