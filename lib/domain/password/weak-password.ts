/** Words, names and brands that lists of stolen passwords begin with, letters only. */
const COMMON = `
abc access account admin administrator adobe alexander amanda america andrea andrew angel anthony apple
arsenal ashley asdf august austin autumn baby bailey banana baseball basketball batman beautiful benjamin
biteme blink bubbles buster butterfly changeme charlie cheese chelsea chicken chocolate christian
christmas coffee company computer console cookie corvette cowboys dallas daniel david december default
demo desk diamond dolphin donald dragon eagles elephant elizabeth emma england enter family february
ferrari fishing flower football forever france freedom friday friend friends fuckyou fuckoff gandalf
garden george germany ginger google guest guitar hannah happy harley heather hello hockey home hunter
iceman iloveyou internet jackson james january jasmine jason jennifer jessica jesus john jonathan jordan
joseph joshua july june justin keyboard killer king knight letmein linkedin liverpool lockdown login
london love loveme lovely madison maggie manager march marina master matrix matthew maverick melissa
mercedes merlin michael michelle microsoft midnight minecraft money monday monkey morgan mother mustang
naruto nicholas nicole ninja nintendo november october office orange owner pass passw passphrase password
pass word patrick peanut pepper phoenix please pokemon princess private purple queen qwert qwerty qwertz
azerty rabbit rachel rainbow ranger robert root samantha samsung saturday scooter secret secure security
september server shadow silver simple slipknot snoopy soccer sophie spider spring stanchion starwars
steelers stupid summer sunday sunshine superman superstar support sweet system taylor temp temporary
tennis test tester testing thomas thunder ticket tickets tigger tomorrow trustno trustnoone tuesday tweety
user victoria vikings waiting room waitingroom warrior web wednesday welcome whatever william windows
winner winter wizard work yankees yellow yesterday zaq zxcvbn
`
  .trim()
  .split(/\s+/)
  .sort((a, b) => b.length - a.length);

/** What fingers or thoughts run along. */
const RUNS = [
  "abcdefghijklmnopqrstuvwxyz",
  "01234567890123456789",
  "qwertyuiopasdfghjklzxcvbnm",
  "qwertzuiopasdfghjklyxcvbnm",
  "azertyuiopqsdfghjklmwxcvbn",
  "1qaz2wsx3edc4rfv5tgb6yhn7ujm",
  "qazwsxedcrfvtgbyhnujm",
  "1q2w3e4r5t6y7u8i9o0p",
  "zaq1xsw2cde3vfr4bgt5nhy6mju7",
].flatMap((run) => [run, [...run].reverse().join("")]);

const SWAPPED: Readonly<Record<string, string>> = {
  "0": "o",
  "1": "i",
  "3": "e",
  "4": "a",
  "5": "s",
  "7": "t",
  "@": "a",
  $: "s",
  "!": "i",
};

/** So many characters that a list does not have make a password worth more than the list. */
const UNFORESEEN_MIN = 5;
/** So many words make a passphrase, even when each of them is common. */
const WORDS_MIN = 4;
const PIECE_MIN = 3;

/**
 * True for a password that is tried among the first: common words, names that belong to the person, years,
 * repetitions and runs along the keyboard, in whatever case and with digits for letters, as long as little
 * else is in it.
 */
export function isWeakPassword(password: string, personal: readonly string[] = []): boolean {
  const text = password.normalize("NFKC").toLowerCase();
  const own = personal.flatMap((name) => name.toLowerCase().split(/[^\p{L}\p{N}]+/u));
  const words = [...own.filter((word) => word.length >= PIECE_MIN), ...COMMON];
  const swapped = [...text].map((character) => SWAPPED[character] ?? character).join("");
  const distinct = new Set(text).size;
  return distinct < UNFORESEEN_MIN || [text, swapped].some((form) => isForeseen(form, words));
}

function isForeseen(text: string, words: readonly string[]): boolean {
  const found = new Set<string>();
  let unforeseen = 0;
  let at = 0;
  while (at < text.length) {
    const piece = pieceAt(text, at, words);
    if (piece === "") {
      if (/[\p{L}\p{N}]/u.test(text.charAt(at))) unforeseen += 1;
      at += 1;
    } else {
      found.add(piece);
      at += piece.length;
    }
  }
  return unforeseen < UNFORESEEN_MIN && found.size < WORDS_MIN;
}

/** The longest thing known that begins here, or "". */
function pieceAt(text: string, at: number, words: readonly string[]): string {
  const rest = text.slice(at);
  const word = words.find((known) => rest.startsWith(known)) ?? "";
  const year = /^(19|20)\d\d/.exec(rest)?.[0] ?? "";
  const repeated = /^(.)\1{2,}/u.exec(rest)?.[0] ?? "";
  const pieces = [word, year, repeated, runAt(rest)];
  return pieces.reduce((longest, piece) => (piece.length > longest.length ? piece : longest), "");
}

function runAt(rest: string): string {
  let length = PIECE_MIN;
  const isRun = () =>
    length <= rest.length && RUNS.some((run) => run.includes(rest.slice(0, length)));
  while (isRun()) length += 1;
  return length > PIECE_MIN ? rest.slice(0, length - 1) : "";
}
