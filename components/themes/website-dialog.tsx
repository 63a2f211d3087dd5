import { useState } from "react";
import { ActionForm } from "@/components/shared/action-form";
import { Dialog } from "@/components/shared/dialog";
import { FormMessage } from "@/components/shared/form-message";
import { TextField } from "@/components/shared/text-field";
import { useAct } from "@/components/shared/use-act";
import { useActionForm } from "@/components/shared/use-action-form";
import { Button } from "@/components/ui/button";
import { RadioGroup } from "@/components/ui/radio-group";
import type { FoundColour } from "@/lib/domain/theme/website/found-colours";
import type { Action, ActionResult } from "@/lib/http/action-result";
import type { FoundPicture, WebsiteLooks } from "@/lib/services/event/theme/read-website";
import type { WebsiteInput } from "@/lib/services/event/theme/schemas";
import { choicesOf, contrastWords, NOTHING_TAKEN, pageWords, type Taken } from "./website-choices";

type WebsiteDialogProps = {
  read: Action<WebsiteInput, WebsiteLooks>;
  /** Puts what was chosen into the form of the theme. */
  take: (taken: Taken) => Promise<ActionResult<null>>;
  close: () => void;
};

/** Shows the colours and pictures that a website names, to choose from. The theme itself is saved by its own form. */
export function WebsiteDialog({ read, take, close }: WebsiteDialogProps) {
  const [found, setFound] = useState<WebsiteLooks | null>(null);
  const { form, control, ...asked } = useActionForm<{ url: string }, WebsiteLooks>({
    defaultValues: { url: "" },
    submit: async ({ url }) => {
      setFound(null);
      return read({ url });
    },
    onDone: setFound,
  });
  const isAtField = form.formState.errors.url !== undefined;
  return (
    <Dialog title="Take colours and logo from a website" isOpen onOpenChange={close} size="lg">
      <div className="flex flex-col gap-5">
        <ActionForm
          {...asked}
          message={isAtField ? null : asked.message}
          submit={found === null ? "Read website" : "Read again"}
          isUnsaved={false}
          at="start"
        >
          <TextField
            control={control}
            name="url"
            label="Website"
            type="url"
            placeholder="https://shop.example"
            description="We read this page, its style sheets and its icons, and change nothing."
            autoFocus
          />
        </ActionForm>
        <div role="status">
          {found === null ? null : <Found looks={found} take={take} close={close} />}
        </div>
      </div>
    </Dialog>
  );
}

type FoundProps = Pick<WebsiteDialogProps, "take" | "close"> & { looks: WebsiteLooks };

function Found({ looks, take, close }: FoundProps) {
  const [taken, setTaken] = useState(NOTHING_TAKEN);
  const { act, isPending, message } = useAct();
  const choices = choicesOf(looks);
  if (looks.colours.length + looks.pictures.length === 0)
    return <p className="text-sm text-muted">No colours or pictures that a theme can use.</p>;
  const choose = (what: keyof Taken) => ({
    value: taken[what],
    onChange: (value: string) => setTaken({ ...taken, [what]: value }),
  });
  return (
    <div className="flex flex-col gap-5">
      <ColourChoice
        label="Brand"
        colours={choices.brand}
        note={contrastWords}
        {...choose("brand")}
      />
      <ColourChoice
        label="Page background, light"
        colours={choices.light}
        note={(colour) => pageWords(colour, "light")}
        {...choose("light")}
      />
      <ColourChoice
        label="Page background, dark"
        colours={choices.dark}
        note={(colour) => pageWords(colour, "dark")}
        {...choose("dark")}
      />
      <PictureChoice label="Logo" pictures={choices.logo} {...choose("logo")} />
      <PictureChoice label="Image" pictures={choices.background} {...choose("background")} />
      <FormMessage message={message} />
      <div className="flex items-center justify-end gap-3">
        <p className="min-w-0 flex-1 text-xs text-muted">
          Nothing changes for visitors until you save the theme.
        </p>
        <Button size="sm" variant="tertiary" onClick={close}>
          Cancel
        </Button>
        <Button
          size="sm"
          isPending={isPending}
          isDisabled={Object.values(taken).every((value) => value === "")}
          onClick={() => act(() => take(taken), close)}
        >
          Use in theme
        </Button>
      </div>
    </div>
  );
}

type ChoiceProps = { label: string; value: string; onChange: (value: string) => void };

const KEEP = { value: "", label: "Keep as it is" };
const COLUMNS = "grid gap-2 sm:grid-cols-2";

type ColourChoiceProps = ChoiceProps & {
  colours: readonly FoundColour[];
  note: (colour: string) => string;
};

function ColourChoice({ colours, note, ...chosen }: ColourChoiceProps) {
  if (colours.length === 0) return null;
  const options = colours.map(({ colour, from }) => ({
    value: colour,
    label: (
      <span className="flex items-center gap-2">
        <span
          className="size-5 shrink-0 rounded-md border border-border"
          style={{ backgroundColor: colour }}
        />
        <span className="font-mono">{colour}</span>
      </span>
    ),
    description: (
      <>
        <span className="block break-words">{from}</span>
        {note(colour)}
      </>
    ),
  }));
  return <RadioGroup {...chosen} options={[KEEP, ...options]} className={COLUMNS} />;
}

function PictureChoice({
  pictures,
  ...chosen
}: ChoiceProps & { pictures: readonly FoundPicture[] }) {
  if (pictures.length === 0) return null;
  const options = pictures.map(({ base64, contentType, from }) => ({
    value: base64,
    label: (
      <span className="flex min-w-0 items-center gap-2">
        {/* biome-ignore lint/performance/noImgElement: bytes that are stored nowhere, nothing to optimise. */}
        <img
          src={`data:${contentType};base64,${base64}`}
          alt=""
          className="h-9 max-w-32 rounded-lg border border-border bg-[repeating-conic-gradient(#d4d4d8_0_25%,#f4f4f5_0_50%)] bg-size-[10px_10px] object-contain p-0.5"
        />
        {from}
      </span>
    ),
  }));
  return <RadioGroup {...chosen} options={[KEEP, ...options]} className={COLUMNS} />;
}
