import { readFileSync } from "node:fs";
import { CaseFileError } from "../cases/open-case-file.ts";
import { type Recheck, recheckCase } from "../cases/recheck.ts";
import { plainFault } from "../platform/plain-fault.ts";
import { CommandFailure } from "./command-line.ts";
import { counted } from "./counted.ts";

/** Checks a case file; needs no installation. @throws CommandFailure that says which check failed. */
export async function recheckFile(file: string): Promise<Recheck> {
	let bytes: Uint8Array;
	try {
		bytes = readFileSync(file);
	} catch (fault) {
		throw new CommandFailure(`${file}: ${plainFault(fault)}`);
	}
	return recheckCase(bytes).catch((fault) => {
		throw fault instanceof CaseFileError ? new CommandFailure(`${file}: ${fault.message}`) : fault;
	});
}

/** What was checked, as lines of text. */
export function recheckLines(found: Recheck): string[] {
	const { innocents, named, pictures, clients_scored: clients } = found;
	const range = `${innocents.lowest.toFixed(1)} to ${innocents.highest.toFixed(1)}`;
	return [
		`case file of ${found.made_at}`,
		`sha256 ${found.sha256} — compare it with the printed case`,
		"",
		...pictures.map(
			({ barcode, variant, base_sha256 }) => `shows ${barcode} ${variant}, base ${base_sha256}`,
		),
		"every part is unchanged; what is shown of each client matches what was committed to",
		`${counted(innocents.shown, "client")} shown of those not named, drawn by the file's digests; their scores: ${range}`,
		"",
		...named.map(
			(one) =>
				`${one.score.toFixed(1).padStart(8)}   ${one.false_positive_probability.toExponential(1)}   ${one.client_id}  ${one.client_name}: ${one.probability_words}, among ${counted(clients, "client")} (the file says ${one.stated_score.toFixed(1)})`,
		),
		`verdict: ${found.verdict}${named.length === 0 ? " — accuse nobody on this" : ""}`,
		"",
		found.statement,
	];
}
