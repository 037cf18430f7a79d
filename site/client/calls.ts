import { creditsInWords } from "../../web/src/format/credits.ts";

/** What only the running installation knows about calls: their prices, and whether the reader can try them. */

/** Fills in what calls cost here today. Without an answer the pages keep saying where prices are. */
export async function fillInPrices(): Promise<void> {
	const places = document.querySelectorAll<HTMLElement>("[data-charges]");
	if (places.length === 0) return;
	const list = await read<{ actions: Readonly<Record<string, number>> }>("/api/v1/pricing");
	for (const place of places) {
		const charges = (place.dataset.charges ?? "").split(" ");
		const price = list && priceIn(charges, list.actions);
		if (price !== undefined) place.textContent = price;
	}
}

/** @returns undefined if the list has none of these actions. */
export function priceIn(
	charges: readonly string[],
	prices: Readonly<Record<string, number>>,
): string | undefined {
	const credits = charges.flatMap((action) => prices[action] ?? []);
	if (credits.length === 0) return undefined;
	return `${credits.length > 1 ? "from " : ""}${creditsInWords(Math.min(...credits))}`;
}

interface Session {
	readonly account: { readonly email: string; readonly must_change_password: boolean } | null;
	readonly acts_for: { readonly is_own: boolean; readonly name: string } | null;
}

/** Says who is signed in, as the public pages do, and shows them a link to try each call. Asks only in a browser in which somebody was before. */
export async function sayWhoIsSignedIn(): Promise<void> {
	try {
		if (localStorage.getItem("packshot-been-here") === null) return;
	} catch {
		return;
	}
	const session = await read<Session>("/portal/api/session");
	if (!session?.account || !session.acts_for || session.account.must_change_password) return;
	const { account, acts_for: shop } = session;
	for (const link of document.querySelectorAll<HTMLElement>(".try")) link.hidden = false;
	const own = document.querySelector<HTMLAnchorElement>('.ways a[href="/sign-in"]');
	if (!own) return;
	own.href = "/find";
	own.dir = "auto";
	own.textContent = shop.is_own ? account.email : shop.name;
}

async function read<T>(path: string): Promise<T | undefined> {
	try {
		const answer = await fetch(path);
		return answer.ok ? ((await answer.json()) as T) : undefined;
	} catch {
		return undefined;
	}
}
