import { redirect } from "next/navigation";

type SearchPageProps = { searchParams: Promise<{ event?: string; code?: string }> };

/** Where visitors were found before: links of old messages lead here. */
export default async function SearchPage({ searchParams }: SearchPageProps) {
  const { event, code } = await searchParams;
  const named = event && code ? `?${new URLSearchParams({ event, code })}` : "";
  redirect(`/visitors${named}`);
}
