import { ImageUp, X } from "lucide-react";
import { useState, useTransition } from "react";
import { orOffline } from "@/components/shared/or-offline";
import { Button } from "@/components/ui/button";
import type { ActionResult } from "@/lib/http/action-result";

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

/** Stores a file in base64, or removes the logo with null. */
export type StoreLogo = (logoBase64: string | null) => Promise<ActionResult<unknown>>;

type LogoFieldProps = { logoUrl: string | null; store: StoreLogo };

/** Chooses an image file, which is stored at once. */
export function LogoField({ logoUrl, store }: LogoFieldProps) {
  const [problem, setProblem] = useState<string | null>(null);
  const [isPending, startTransition] = useTransition();
  const put = (base64: string | null) =>
    startTransition(async () => {
      const result = await orOffline(store(base64));
      setProblem(result.ok ? null : (result.error.fields?.["logoBase64"] ?? result.error.message));
    });
  const choose = async (file: File | undefined) => {
    if (file === undefined) return;
    const refused = whyRefused(file);
    setProblem(refused);
    if (refused !== null) return;
    const url = await readAsDataUrl(file);
    put(url.slice(url.indexOf(",") + 1));
  };
  const choice = logoUrl === null ? "Choose image" : "Replace";
  return (
    <fieldset className="flex min-w-0 flex-col gap-1">
      <legend className="mb-1 text-sm font-medium">Logo</legend>
      <div className="flex flex-wrap items-center gap-2">
        <label className="button button--secondary button--sm cursor-pointer has-focus-visible:focus-ring">
          <ImageUp aria-hidden />
          {isPending ? "Saving…" : choice}
          <input
            type="file"
            name="logo"
            disabled={isPending}
            accept={KINDS.join(",")}
            className="sr-only"
            onChange={(event) => void choose(event.target.files?.[0])}
          />
        </label>
        {logoUrl === null ? null : (
          <Button size="sm" variant="ghost" isPending={isPending} onClick={() => put(null)}>
            <X aria-hidden />
            Remove
          </Button>
        )}
      </div>
      <p
        role={problem === null ? undefined : "alert"}
        className={problem === null ? "text-xs text-muted" : "text-xs text-danger"}
      >
        {problem ?? "PNG, JPEG, WebP or SVG, up to 50 KB. Shown 32 px high. Saved immediately."}
      </p>
    </fieldset>
  );
}

function whyRefused(file: File): string | null {
  if (!KINDS.includes(file.type)) return "Choose a PNG, JPEG, WebP or SVG image.";
  if (file.size <= BYTES_MAX) return null;
  return `The logo must be 50 KB or smaller. This file is ${Math.ceil(file.size / 1_024)} KB.`;
}
