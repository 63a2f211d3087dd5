/** One evening that the shop sells tickets for. */
export interface Show {
  readonly id: string;
  readonly day: string;
  readonly month: string;
  readonly weekday: string;
  readonly time: string;
  readonly city: string;
  readonly venue: string;
  readonly priceEuros: number;
  readonly note: string;
}

export const MAX_SEATS = 6;

export const SHOWS: readonly Show[] = [
  {
    id: "lisbon",
    day: "12",
    month: "Sep",
    weekday: "Saturday",
    time: "20:00",
    city: "Lisbon",
    venue: "Coliseu do Tejo",
    priceEuros: 58,
    note: "Standing and balcony",
  },
  {
    id: "lyon",
    day: "16",
    month: "Sep",
    weekday: "Wednesday",
    time: "20:30",
    city: "Lyon",
    venue: "Halle des Soies",
    priceEuros: 62,
    note: "Seated",
  },
  {
    id: "leipzig",
    day: "19",
    month: "Sep",
    weekday: "Saturday",
    time: "19:30",
    city: "Leipzig",
    venue: "Werk Nord",
    priceEuros: 54,
    note: "Standing",
  },
  {
    id: "bergen",
    day: "24",
    month: "Sep",
    weekday: "Thursday",
    time: "21:00",
    city: "Bergen",
    venue: "Fjordhallen",
    priceEuros: 71,
    note: "Seated, last evening of the tour",
  },
];

/** Returns the show of that id, or null. */
export function findShow(id: string | null): Show | null {
  return SHOWS.find((show) => show.id === id) ?? null;
}
