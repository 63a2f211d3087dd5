"use client";

import { Button } from "@heroui/react";
import { ImageUp, X } from "lucide-react";
import { useState } from "react";
import type { LogoDraft } from "./brand-section";

const BYTES_MAX = 50 * 1_024;
const KINDS = ["image/png", "image/jpeg", "image/webp", "image/svg+xml"];

function readAsDataUrl(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error ?? new Error("The file could not be read."));
    reader.readAsDataURL(file);
  });
}

type LogoFieldProps = { logo: LogoDraft; setLogo: (logo: LogoDraft) => void };

/** Chooses an image file; it is stored together with the form. */
export function LogoField({ logo, setLogo }: LogoFieldProps) {
  const [problem, setProblem] = useState<string | null>(null);
  const choose = async (file: File | undefined) => {
    if (file === undefined) return;
    if (!KINDS.includes(file.type)) {
      setProblem("Choose a PNG, JPEG, WebP or SVG image.");
      return;
    }
    if (file.size > BYTES_MAX) {
      setProblem(
        `The logo must be 50 KB or smaller; this one has ${Math.ceil(file.size / 1_024)} KB.`,
      );
      return;
    }
    const url = await readAsDataUrl(file);
    setProblem(null);
    setLogo({ url, change: url.slice(url.indexOf(",") + 1) });
  };
  return (
    <fieldset className="flex min-w-0 flex-col gap-1">
      <legend className="mb-1 text-sm font-medium">Logo</legend>
      <div className="flex flex-wrap items-center gap-2">
        <label className="button button--secondary button--sm cursor-pointer has-focus-visible:focus-ring">
          <ImageUp aria-hidden />
          {logo.url === null ? "Choose an image" : "Choose another"}
          <input
            type="file"
            accept={KINDS.join(",")}
            className="sr-only"
            onChange={(event) => void choose(event.target.files?.[0])}
          />
        </label>
        {logo.url === null ? null : (
          <Button
            size="sm"
            variant="ghost"
            onPress={() => setLogo({ url: null, change: "remove" })}
          >
            <X aria-hidden />
            Remove
          </Button>
        )}
      </div>
      <p
        role={problem === null ? undefined : "alert"}
        className={problem === null ? "text-xs text-muted" : "text-xs text-danger"}
      >
        {problem ?? "PNG, JPEG, WebP or SVG, up to 50 KB. Shown 32 px high."}
      </p>
    </fieldset>
  );
}
