import type { Action } from "@/lib/http/action-result";
import type { SectionOutcome } from "@/lib/services/event/draft/draft-view";
import type {
  DraftOfInput,
  PublishDraftInput,
  SaveSectionInput,
} from "@/lib/services/event/draft/schemas";
import type { EventView } from "@/lib/services/event/settings/event-view";
import type { SetLogoInput } from "@/lib/services/event/settings/inputs";

/** What can be done in the settings of an event. */
export type SettingsActions = {
  readonly save: Action<SaveSectionInput, SectionOutcome>;
  readonly publish: Action<PublishDraftInput, SectionOutcome>;
  readonly discard: Action<DraftOfInput, EventView>;
  readonly setLogo: Action<SetLogoInput, EventView>;
};
