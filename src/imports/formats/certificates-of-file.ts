import type { GivenCertificate, GivenCertificateRow } from "../../catalogue/certificates/given.ts";
import { FACTS, hasFacts } from "../../catalogue/certificates/given.ts";
import type { MetadataChange } from "../../catalogue/writing/metadata-change.ts";
import { quoted } from "./mismatch.ts";

interface NumberedLine {
	readonly line: number;
	readonly change: MetadataChange;
}

interface Contradiction {
	readonly line: number;
	readonly reason: string;
	readonly barcode: string;
}

/** What a certificate says, and where that was first said. */
interface Content {
	/** Of its symbol and facts. */
	readonly values: readonly (string | null)[];
	readonly line: number;
}

/**
 * Follows what the lines of one file say of certificates. An id that says something else than in an earlier line is refused; of several certificates for one
 * hechsher, as plants have letters of their own, the one that ends first is linked (SPEC E12): a row names those before it.
 */
export function certificatesOfFile() {
	const contents = new Map<string, Content>();
	const named = new Map<string, Set<string>>();

	function contradiction(line: number, symbol: string, given: GivenCertificate | GivenCertificateRow) {
		if (!hasFacts(given)) return undefined;
		const { certificate_id: id } = given;
		const values = [symbol, ...FACTS.map((fact) => given[fact] ?? null)];
		const known = contents.get(id);
		if (known === undefined) contents.set(id, { values, line });
		const other = ["symbol", ...FACTS].filter((_, at) => known && known.values[at] !== values[at]);
		if (known && other.length > 0)
			return `certificate ${quoted(id)} says something else than in line ${known.line} of this file: ${other.join(", ")}`;
		return undefined;
	}

	/** The certificates that earlier rows name for hechshers of the symbol. */
	function rivalsOf(barcode: string, { symbol, certificate_id }: GivenCertificateRow): string[] {
		const hechsher = JSON.stringify([barcode, symbol]);
		const ids = named.get(hechsher) ?? new Set();
		const before = [...ids];
		named.set(hechsher, ids.add(certificate_id));
		return before;
	}

	return <Line extends NumberedLine>(item: Line): Line | Contradiction => {
		const { line, change } = item;
		const { barcode, hechshers, certificate: row } = change;
		for (const { symbol, certificate } of hechshers ?? []) {
			const reason = certificate ? contradiction(line, symbol, certificate) : undefined;
			if (reason !== undefined) return { line, reason, barcode };
		}
		if (!row) return item;
		const reason = contradiction(line, row.symbol, row);
		if (reason !== undefined) return { line, reason, barcode };
		const rivals = rivalsOf(barcode, row);
		return rivals.length === 0 ? item : { ...item, change: { ...change, certificate: { ...row, rivals } } };
	};
}
