import type { Language } from "@/lib/domain/page-texts/languages";
import ar from "./languages/ar.json";
import bg from "./languages/bg.json";
import cs from "./languages/cs.json";
import da from "./languages/da.json";
import de from "./languages/de.json";
import el from "./languages/el.json";
import en from "./languages/en.json";
import es from "./languages/es.json";
import fi from "./languages/fi.json";
import fr from "./languages/fr.json";
import he from "./languages/he.json";
import hi from "./languages/hi.json";
import hu from "./languages/hu.json";
import id from "./languages/id.json";
import it from "./languages/it.json";
import ja from "./languages/ja.json";
import ko from "./languages/ko.json";
import nb from "./languages/nb.json";
import nl from "./languages/nl.json";
import pl from "./languages/pl.json";
import pt from "./languages/pt.json";
import ro from "./languages/ro.json";
import ru from "./languages/ru.json";
import sv from "./languages/sv.json";
import th from "./languages/th.json";
import tr from "./languages/tr.json";
import uk from "./languages/uk.json";
import vi from "./languages/vi.json";
import zhHans from "./languages/zh-Hans.json";
import zhHant from "./languages/zh-Hant.json";

/** What the page of a published report says; English has every key. */
export type ReportTexts = Readonly<Record<keyof typeof en, string>>;

/** Apart from the texts of the waiting page: only who asks for a published report loads them. */
export const REPORT_TEXTS: Readonly<Record<Language, ReportTexts>> = {
  en,
  ar,
  bg,
  cs,
  da,
  de,
  el,
  es,
  fi,
  fr,
  he,
  hi,
  hu,
  id,
  it,
  ja,
  ko,
  nb,
  nl,
  pl,
  pt,
  ro,
  ru,
  sv,
  th,
  tr,
  uk,
  vi,
  "zh-Hans": zhHans,
  "zh-Hant": zhHant,
};
