import { Upload, X } from "lucide-react";
import { useState } from "react";
import { orOffline } from "@/components/shared/or-offline";
import { Button } from "@/components/ui/button";
import { Spinner } from "@/components/ui/spinner";
import type { AssetKind } from "@/lib/domain/theme/theme";
import type { Action } from "@/lib/http/action-result";
import type { UploadAssetInput } from "@/lib/services/event/theme/schemas";
import type { AssetView } from "@/lib/services/event/theme/upload-asset";

type UploadFieldProps = {
  kind: AssetKind;
  label: string;
  hint: string;
  /** The hash of the file that is chosen. */
  value: string | null;
  onChange: (hash: string | null, file: { readonly name: string } | null) => void;
  error: string | undefined;
  isDisabled: boolean;
  upload: Action<UploadAssetInput, AssetView>;
};

const ACCEPTED = {
  logo: "image/png,image/jpeg,image/webp,image/svg+xml",
  background: "image/png,image/jpeg,image/webp,image/svg+xml",
  font: ".woff2,font/woff2",
  template: ".html,.htm,.mustache,text/html",
} as const;

/** Uploads a file; what is wrong with it stands here, and no page changes before the theme is saved. */
export function UploadField(props: UploadFieldProps) {
  const { kind, label, hint, value, onChange, upload } = props;
  const [problem, setProblem] = useState<string | null>(null);
  const [isPending, setPending] = useState(false);
  const choose = async (file: File | undefined) => {
    if (file === undefined) return;
    setPending(true);
    const result = await orOffline(upload({ kind, base64: await readBase64(file) }));
    setPending(false);
    if (result.ok) {
      setProblem(null);
      onChange(result.data.hash, { name: file.name });
    } else setProblem(result.error.fields?.["base64"] ?? result.error.message);
  };
  const reason = problem ?? props.error;
  return (
    <fieldset className="flex min-w-0 flex-col gap-1.5" disabled={props.isDisabled}>
      <legend className="mb-1 text-sm font-medium">{label}</legend>
      <div className="flex flex-wrap items-center gap-2">
        {value === null ? null : <Chosen kind={kind} hash={value} />}
        <label className="button button--secondary button--sm cursor-pointer has-focus-visible:focus-ring has-disabled:cursor-not-allowed has-disabled:opacity-50">
          {isPending ? <Spinner size="sm" /> : <Upload aria-hidden />}
          {value === null ? "Choose file" : "Replace"}
          <input
            type="file"
            accept={ACCEPTED[kind]}
            aria-label={`${label}: choose a file`}
            className="sr-only"
            onChange={(event) => {
              void choose(event.target.files?.[0]);
              // So that the same file can be chosen again after it was mended.
              event.target.value = "";
            }}
          />
        </label>
        {value === null ? null : (
          <Button
            size="sm"
            variant="ghost"
            isDisabled={props.isDisabled}
            aria-label={`${label}: remove`}
            onClick={() => onChange(null, null)}
          >
            <X aria-hidden />
            Remove
          </Button>
        )}
      </div>
      <p
        role={reason === undefined ? undefined : "alert"}
        className={
          reason === undefined
            ? "text-xs text-muted"
            : "whitespace-pre-line text-xs text-danger wrap-anywhere"
        }
      >
        {reason ?? hint}
      </p>
    </fieldset>
  );
}

function Chosen({ kind, hash }: { kind: UploadFieldProps["kind"]; hash: string }) {
  if (kind === "font" || kind === "template")
    return <span className="text-sm text-muted">Uploaded</span>;
  return (
    // biome-ignore lint/performance/noImgElement: an uploaded file of the console, nothing to optimise.
    <img
      src={`/api/themes/files/${hash}`}
      alt=""
      className="h-9 max-w-32 rounded-lg border border-border bg-[repeating-conic-gradient(#d4d4d8_0_25%,#f4f4f5_0_50%)] bg-size-[10px_10px] object-contain p-0.5"
    />
  );
}

function readBase64(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => {
      const url = String(reader.result);
      resolve(url.slice(url.indexOf(",") + 1));
    };
    reader.onerror = () => reject(reader.error ?? new Error("The file could not be read."));
    reader.readAsDataURL(file);
  });
}
