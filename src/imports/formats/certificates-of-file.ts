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
	readonly text: string;
	readonly line: number;
	readonly until: string;
}

/** After every day: a certificate without an end. */
const NEVER = "9999-99-99";

/**
 * Follows what the lines of one file say of certificates. An id that says something else than in an earlier line is refused; of several certificates for one
 * hechsher, as plants have letters of their own, the one that ends first is linked (SPEC E12).
 */
export function certificatesOfFile() {
	const contents = new Map<string, Content>();
	const linked = new Map<string, { readonly id: string; readonly until: string }>();

	function contradiction(line: number, symbol: string, given: GivenCertificate | GivenCertificateRow) {
		if (!hasFacts(given)) return undefined;
		const { certificate_id: id } = given;
		const text = JSON.stringify([symbol, ...FACTS.map((fact) => given[fact] ?? null)]);
		const known = contents.get(id);
		if (known === undefined) contents.set(id, { text, line, until: given.valid_until ?? NEVER });
		else if (known.text !== text)
			return `certificate ${quoted(id)} says something else than in line ${known.line} of this file`;
		return undefined;
	}

	/** Whether a hechsher rests on another certificate already, which ends first. */
	function endsLater(barcode: string, row: GivenCertificateRow): boolean {
		const { symbol, additional_designation: designation, certificate_id: id } = row;
		const hechsher = JSON.stringify([barcode, symbol, designation || null]);
		const until = row.valid_until ?? contents.get(id)?.until ?? NEVER;
		const known = linked.get(hechsher);
		if (known && known.id !== id && known.until <= until) return true;
		linked.set(hechsher, { id, until });
		return false;
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
		if (!endsLater(barcode, row)) return item;
		return { ...item, change: { ...change, certificate: { ...row, isUnlinked: true } } };
	};
}
