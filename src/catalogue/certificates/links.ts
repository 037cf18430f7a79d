import type { ProductRow } from "../tables.ts";

/** A certificate that a hechsher rests on; the hechsher is found by its symbol and designation. */
export interface CertificateLink {
	readonly symbol: string;
	readonly designation: string | null;
	readonly certificateId: string;
}

/** The part of a stored hechsher that it is found by. */
export interface StoredHechsher {
	readonly symbol: string;
	readonly org?: string | null;
	readonly dairy_meat_pareve?: string | null;
	readonly additional_designation?: string | null;
}

type Stored = Pick<ProductRow, "hechshers" | "hechshers_as_given">;
type Linked = Stored & Pick<ProductRow, "certificates">;

/** All hechshers that were given, as stored JSON, those that an alert withholds among them; null if there are none. */
export function givenHechshers({ hechshers, hechshers_as_given }: Stored): string | null {
	return hechshers_as_given ?? hechshers;
}

/** All hechshers that a product is stored with, in their order. */
export function storedHechshers(row: Stored): StoredHechsher[] {
	return JSON.parse(givenHechshers(row) ?? "[]");
}

export function linksOf({ certificates }: Pick<ProductRow, "certificates">): CertificateLink[] {
	if (certificates === null) return [];
	const stored: [symbol: string, designation: string | null, certificateId: string][] =
		JSON.parse(certificates);
	return stored.map(([symbol, designation, certificateId]) => ({ symbol, designation, certificateId }));
}

function linksText(links: readonly CertificateLink[]): string | null {
	if (links.length === 0) return null;
	return JSON.stringify(
		links.map(({ symbol, designation, certificateId }) => [symbol, designation, certificateId]),
	);
}

/** An empty designation is none. */
const designationOf = ({ additional_designation: text }: StoredHechsher) => text || null;

function isOf(hechsher: StoredHechsher, { symbol, designation }: Omit<CertificateLink, "certificateId">) {
	return hechsher.symbol === symbol && designationOf(hechsher) === designation;
}

/** The certificate that a hechsher rests on, by id. */
export function certificateOf(
	hechsher: StoredHechsher,
	links: readonly CertificateLink[],
): string | undefined {
	return links.find((link) => isOf(hechsher, link))?.certificateId;
}

/** The links as they are stored, in the order of the hechshers; links of hechshers that are not there, or not one alone, are left out. */
export function fittingLinks(hechshers: string | null, links: readonly CertificateLink[]): string | null {
	if (links.length === 0) return null;
	const stored: StoredHechsher[] = JSON.parse(hechshers ?? "[]");
	const fitting = links.filter((link) => stored.filter((each) => isOf(each, link)).length === 1);
	const placeOf = (link: CertificateLink) => stored.findIndex((each) => isOf(each, link));
	return linksText(fitting.toSorted((one, other) => placeOf(one) - placeOf(other)));
}

/** What an import says of one hechsher: the id of a certificate; null: that it rests on none. */
export interface GivenLink {
	readonly symbol: string;
	/** Undefined: whichever hechsher has the symbol, if only one does. */
	readonly designation: string | null | undefined;
	readonly certificateId: string | null;
}

/** Finds the hechsher that is meant. @returns it, or why it cannot be said which one is. */
function meantHechsher(
	hechshers: readonly StoredHechsher[],
	{ symbol, designation }: GivenLink,
): StoredHechsher | { readonly reason: string } {
	const ofSymbol = hechshers.filter((each) => each.symbol === symbol);
	const exact = ofSymbol.filter((each) => designationOf(each) === (designation ?? null));
	const meant = exact.length === 0 && designation === undefined ? ofSymbol : exact;
	const [only] = meant;
	if (only && meant.length === 1) return only;
	const named = designation ? `${symbol} (${designation})` : symbol;
	if (only)
		return {
			reason: `the product has ${meant.length} hechshers ${named}; say which by additional_designation`,
		};
	const there = hechshers.map((each) => [each.symbol, designationOf(each)].filter(Boolean).join(" "));
	return { reason: `the product has no hechsher ${named}; it has ${there.join(", ") || "none"}` };
}

/** The links of a product, as they are stored, once a hechsher rests on another certificate, and the one it rested on; or why that cannot be. */
export function withLink(
	row: Linked,
	given: GivenLink,
): { readonly links: string | null; readonly before: string | undefined } | { readonly reason: string } {
	const meant = meantHechsher(storedHechshers(row), given);
	if ("reason" in meant) return meant;
	const before = certificateOf(meant, linksOf(row));
	const others = linksOf(row).filter((each) => !isOf(meant, each));
	const { certificateId } = given;
	if (certificateId === null) return { links: fittingLinks(givenHechshers(row), others), before };
	const link = { symbol: meant.symbol, designation: designationOf(meant), certificateId };
	return { links: fittingLinks(givenHechshers(row), [...others, link]), before };
}
