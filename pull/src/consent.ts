import { counted, inCredits, sumOf } from "./amounts.ts";
import type { Say } from "./output.ts";
import type { OfferedPictures, Offers } from "./quotes.ts";
import { EXIT, PullStopped } from "./stopped.ts";

/** @throws PullStopped when the folder would cost more than the limit. */
export function requireWithin(maxCredits: number | undefined, spent: readonly number[], more: number): void {
	const total = sumOf([...spent, more]);
	if (maxCredits === undefined || total <= maxCredits) return;
	const before = sumOf(spent);
	const what = more > 0 ? `this costs ${inCredits(more)}` : `nothing more will be bought`;
	const already = before > 0 ? `, and ${inCredits(before)} were spent on this folder before` : "";
	throw new PullStopped(EXIT.tooExpensive, `${what}${already}: more than --max-credits ${maxCredits}`);
}

/** @throws PullStopped when nobody agrees, or the credits do not suffice. */
export async function requireConsent(
	{ say, confirm }: { readonly say: Say; readonly confirm: (question: string) => Promise<boolean> },
	{ offers, credits, balance, pictures }: Offers,
	{ spent, maxCredits }: { readonly spent: readonly number[]; readonly maxCredits: number | undefined },
): Promise<void> {
	const count = offers.reduce((sum, { items }) => sum + items.length, 0);
	if (count === 0) return say("Nothing to buy: everything available has already been bought.");
	say(`To buy: ${counted(count, "product")} for ${inCredits(credits)}. Balance: ${inCredits(balance ?? 0)}.`);
	for (const line of marksOf(pictures)) say(line);
	requireWithin(maxCredits, spent, credits);
	if (balance !== undefined && credits > balance)
		throw new PullStopped(
			EXIT.tooExpensive,
			`${inCredits(credits)} are needed, but the balance is ${inCredits(balance)}`,
		);
	if (!(await confirm("Buy them?"))) throw new PullStopped(EXIT.declined, "nothing was bought");
}

/** What the pictures will look like, before they are bought. */
function marksOf({ count, drawn }: OfferedPictures): string[] {
	if (count === 0 || drawn === undefined) return [];
	if (drawn === 0)
		return ["No visible mark is drawn on the pictures: marks that nobody sees trace them to your key."];
	const which = drawn === count ? "the pictures" : `${drawn} of ${counted(count, "picture")}`;
	return [`A visible mark is drawn on ${which}.`];
}
