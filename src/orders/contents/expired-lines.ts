import { validity } from "../../catalogue/certificates/given.ts";
import { readAllCertified } from "../../catalogue/certificates/kosher-record.ts";
import { dayOf } from "../../catalogue/certificates/list-certificates.ts";
import { locksOf } from "../../catalogue/fields/locks.ts";
import type { MetadataScope } from "../../catalogue/fields/scopes.ts";
import type { Client } from "../../clients/policy/client.ts";
import type { Database } from "../../platform/db/database.ts";

interface HeldLine {
	readonly barcode: string;
	readonly scopes: readonly string[];
}

const HECHSHERS: MetadataScope = "hechshers";

/** For lines that hold hechshers, the symbols of those whose certificate has ended; nothing for a key that may not read them any more. */
export async function expiredOfLines(
	db: Pick<Database, "read">,
	{ locks }: Pick<Client, "locks">,
	lines: readonly HeldLine[],
	nowMs: number,
): Promise<(line: HeldLine) => string[]> {
	const holding = locksOf(locks).scopes.has(HECHSHERS)
		? []
		: lines.filter(({ scopes }) => scopes.includes(HECHSHERS));
	if (holding.length === 0) return () => [];
	const barcodes = holding.map(({ barcode }) => barcode);
	const certified = await readAllCertified(db, barcodes);
	const today = dayOf(nowMs);
	return (line) => {
		const product = holding.includes(line) ? certified.get(line.barcode) : undefined;
		return (product?.hechshers ?? []).flatMap(({ symbol, certificate }) =>
			validity(certificate, today) === "expired" ? symbol : [],
		);
	};
}
