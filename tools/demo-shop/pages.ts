import { STYLES } from "./styles";

/** One evening that the shop sells tickets for. */
type Show = Readonly<
  Record<"id" | "weekday" | "day" | "month" | "time" | "city" | "venue" | "note", string>
> & { readonly priceEuros: number };

export const MAX_SEATS = 6;

const TOUR = [
  ["Saturday 12 Sep 20:00", "Lisbon", "Coliseu do Tejo", 58, "Standing and balcony"],
  ["Wednesday 16 Sep 20:30", "Lyon", "Halle des Soies", 62, "Seated"],
  ["Saturday 19 Sep 19:30", "Leipzig", "Werk Nord", 54, "Standing"],
  ["Thursday 24 Sep 21:00", "Bergen", "Fjordhallen", 71, "Seated, last evening of the tour"],
] as const;
const SHOWS: readonly Show[] = TOUR.map(([when, city, venue, priceEuros, note]) => {
  const [weekday = "", day = "", month = "", time = ""] = when.split(" ");
  return { id: city.toLowerCase(), weekday, day, month, time, city, venue, priceEuros, note };
});

export type SessionNote = { readonly type: "in" | "open" | "unprotected"; readonly detail: string };

const NAME = "Nordlys Live";
const ICON =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 28 28'%3E%3Crect width='28' height='28' rx='8' fill='%23b4320f'/%3E%3Ccircle cx='14' cy='17' r='5.5' fill='%23ffd2b8'/%3E%3C/svg%3E";
const MARK = `<svg viewBox="0 0 28 28" aria-hidden="true"><rect width="28" height="28" rx="8" fill="#b4320f"/><circle cx="14" cy="17" r="5.5" fill="#ffd2b8"/><path d="M3 21h22" stroke="#fff" stroke-width="2"/></svg>`;
const LANDSCAPE = `<svg viewBox="0 0 1080 260" preserveAspectRatio="xMaxYMax slice" aria-hidden="true"><circle cx="830" cy="150" r="64" fill="#ffd9b0" opacity=".9"/><path d="M0 260V176l130-58 120 66 150-96 160 104 140-62 150 74 120-50 110 54v52z" fill="#5c1836" opacity=".72"/><path d="M0 260v-44l170-44 190 58 210-64 200 60 170-38 140 34v38z" fill="#2b1024" opacity=".9"/></svg>`;

const NOTES: Readonly<Record<SessionNote["type"], { title: string; icon: string }>> = {
  in: { title: "You are in", icon: '<circle cx="12" cy="12" r="9"/><path d="m8 12 3 3 5-6"/>' },
  open: { title: "Open to everybody", icon: '<circle cx="12" cy="12" r="9"/><path d="M8 12h8"/>' },
  unprotected: {
    title: "Unprotected",
    icon: '<path d="M12 3 2.5 20h19z"/><path d="M12 10v4m0 3v.01"/>',
  },
};

function layout(title: string, path: string, body: string): string {
  const link = (href: string, text: string): string =>
    `<a href="${href}"${path === href ? ' aria-current="page"' : ""}>${text}</a>`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · ${NAME}</title>
<link rel="icon" href="${ICON}">
<style>${STYLES}</style>
</head>
<body>
<header><div class="wrap"><a class="mark" href="/">${MARK}${NAME}</a><nav aria-label="Shop">${link("/", "Tour")}${link("/tickets", "Tickets")}</nav></div></header>
<main><div class="wrap">${body}</div></main>
<footer><div class="wrap">A demonstration. Nothing is sold here.</div></footer>
</body>
</html>
`;
}

function note({ type, detail }: SessionNote): string {
  const { title, icon } = NOTES[type];
  const leave =
    type === "in"
      ? '<form method="post" action="/leave"><button class="link">Leave and give up my session</button></form>'
      : "";
  return `<div class="note" data-type="${type}" role="status"><svg viewBox="0 0 24 24" aria-hidden="true">${icon}</svg><div><b>${title}</b><span>${detail}</span></div>${leave}</div>`;
}

function showRow(show: Show): string {
  return `<li>
<div class="date"><b>${show.day}</b><span>${show.month}</span></div>
<div class="place"><h2>${show.city}</h2><p>${show.venue} · ${show.weekday}, ${show.time}</p><p>${show.note}</p></div>
<div class="price"><b>€${show.priceEuros}</b><span class="each">per seat</span></div>
<a class="button" href="/tickets/checkout?show=${show.id}&amp;seats=2" aria-label="Choose seats in ${show.city}">Choose seats</a>
</li>`;
}

export function homePage(): string {
  return layout(
    "The Long Evening tour",
    "/",
    `<section class="hero">${LANDSCAPE}<div>
<p class="eyebrow">12 to 24 September · four cities</p>
<h1>The Long Evening</h1>
<p class="lead">Four concerts between dusk and dark. Tickets are on sale now, and everybody gets them in the order they came.</p>
<a class="button" href="/tickets">Get tickets</a>
</div></section>
<ul class="points">
<li><b>A fair line</b><span>If many come at once, you get a number and keep it.</span></li>
<li><b>No hurry inside</b><span>Your seat choice stays open while you browse.</span></li>
<li><b>One price</b><span>What you see is what you pay, without fees at the end.</span></li>
</ul>`,
  );
}

export function ticketsPage(session: SessionNote): string {
  return layout(
    "Tickets",
    "/tickets",
    `<div class="top"><h1>Tickets</h1>${note(session)}</div>
<ul class="shows">${SHOWS.map(showRow).join("")}</ul>`,
  );
}

function seatLink(show: Show, count: number, chosen: number): string {
  const current = count === chosen ? ' aria-current="true"' : "";
  const label = count === 1 ? "1 seat" : `${count} seats`;
  return `<a href="/tickets/checkout?show=${show.id}&amp;seats=${count}" aria-label="${label}"${current}>${count}</a>`;
}

export function checkoutPage(session: SessionNote, showId: string | null, seats: number): string {
  const show = SHOWS.find(({ id }) => id === showId) ?? SHOWS[0];
  if (show === undefined) return notFoundPage();
  const counts = Array.from({ length: MAX_SEATS }, (_, index) => index + 1);
  return layout(
    "Checkout",
    "/tickets/checkout",
    `<div class="top"><h1>Checkout</h1>${note(session)}</div>
<section class="order" aria-label="Your order">
<h2>${show.city}, ${show.venue}</h2>
<p>${show.weekday}, ${show.day} ${show.month}, ${show.time}</p>
<div class="seats" role="group" aria-label="Number of seats">${counts.map((count) => seatLink(show, count, seats)).join("")}</div>
<dl><dt>${seats} × €${show.priceEuros}</dt><dd>€${seats * show.priceEuros}</dd><dt>Fees</dt><dd>€0</dd><dt class="total">Total</dt><dd class="total">€${seats * show.priceEuros}</dd></dl>
<div class="done"><a class="button" href="/tickets">Back to all dates</a></div>
</section>`,
  );
}

export function notFoundPage(): string {
  return layout(
    "Not found",
    "",
    `<div class="top"><h1>Nothing here</h1><p class="lead">This page does not exist. <a href="/">Back to the tour</a></p></div>`,
  );
}
