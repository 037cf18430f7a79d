import { readFileSync } from "node:fs";
import { CaseFileError } from "../leaks/cases/open-case-file.ts";
import { type Recheck, type RecheckedClient, recheckCase } from "../leaks/cases/recheck.ts";
import type { StatedFacts } from "../leaks/cases/stated-facts.ts";
import { counted } from "../platform/counted.ts";
import { plainFault } from "../platform/plain-fault.ts";
import { CommandFailure, UsageFailure } from "./command-line.ts";

/** A case file that was checked. */
export interface RecheckedFile extends Recheck {
	/** Whether it is the file with the SHA-256 that was given; null if none was. */
	readonly is_printed: true | null;
}

const SHA256 = /^[0-9a-f]{64}$/i;

/** Checks a case file; needs no installation. @param printed its SHA-256 as printed, if known. @throws CommandFailure that says which check failed. */
export async function recheckFile(file: string, printed: string | undefined): Promise<RecheckedFile> {
	if (printed !== undefined && !SHA256.test(printed))
		throw new UsageFailure("--sha256 takes the 64 digits and letters that are printed with the case");
	let bytes: Uint8Array;
	try {
		bytes = readFileSync(file);
	} catch (fault) {
		throw new CommandFailure(`${file}: ${plainFault(fault)}`);
	}
	const found = await recheckCase(bytes).catch((fault) => {
		throw fault instanceof CaseFileError ? new CommandFailure(`${file}: ${fault.message}`) : fault;
	});
	if (printed !== undefined && printed.toLowerCase() !== found.sha256)
		throw new CommandFailure(
			`${file}: another file than the one that was printed: its SHA-256 is ${found.sha256}`,
		);
	return { ...found, is_printed: printed === undefined ? null : true };
}

/** What was checked, and apart from it what the file only states, as lines of text. */
export function recheckLines(found: RecheckedFile): string[] {
	const { named, verdict } = found;
	return [
		`case file of format ${found.format_version}`,
		`sha256 ${found.sha256}`,
		found.is_printed
			? "it is the SHA-256 that was given: the file is the one that was printed, to the byte"
			: "compare it with the printed case: whoever has the file can make another one around the same leak (--sha256 compares it)",
		"",
		"checked, with nothing but the file:",
		...checkedLines(found).map(indented),
		`verdict: ${verdict}${named.length === 0 ? " — accuse nobody on this" : ""}`,
		"",
		found.stated_by_its_maker.are_sealed
			? "stated by its maker, and shown to be true by nothing in the file:"
			: "stated by its maker, and covered by nothing in this older format: anybody who had the file can have changed it:",
		...statedLines(found.stated_by_its_maker).map(indented),
		"",
		found.statement,
	];
}

const indented = (line: string) => `  ${line}`;

function checkedLines({
	stated_by_its_maker,
	pictures,
	leaks,
	innocents,
	named,
	origin,
	clients_scored,
}: RecheckedFile): string[] {
	const range = `${innocents.lowest.toFixed(1)} to ${innocents.highest.toFixed(1)}`;
	return [
		stated_by_its_maker.are_sealed
			? "members match their digests; the seals and clients that are shown are those that all the stated facts draw"
			: "members match their digests; the clients that are shown are those that the digests draw",
		"what is shown of each client matches what was committed to",
		...pictures.map(({ member, base_sha256 }) => `${member} holds the base ${base_sha256}`),
		...leaks.map(({ member, shows }) => `${member} shows ${shows ?? "none of these pictures"}`),
		...(origin ? [`origin: ${origin.verdict}`] : []),
		`${counted(innocents.shown, "client")} shown of those not named; their scores: ${range}`,
		...named.map((one) => scoreLine(one, clients_scored)),
	];
}

function scoreLine(client: RecheckedClient, clients: number): string {
	const {
		client_id,
		score,
		stated_score,
		false_positive_probability: probability,
		probability_words,
	} = client;
	return `${score.toFixed(1).padStart(8)}   ${probability.toExponential(1)}   ${client_id}: ${probability_words}, among ${counted(clients, "client")} (the file says ${stated_score.toFixed(1)})`;
}

function statedLines(stated: StatedFacts): string[] {
	return [
		`made at ${stated.made_at} by version ${stated.packshot}, when there were ${counted(stated.clients_scored, "client")}, from ${counted(stated.guesses, "combination")} of pictures`,
		...(stated.drawings.length > 0 ? [`drew ${stated.drawings.join(", ")}`] : []),
		...stated.pictures.map(
			({ member, barcode, variant, size_px }) =>
				`${member} is ${barcode} ${variant}${size_px ? `, ${size_px} px` : ""}`,
		),
		...stated.leaks.flatMap(({ member, name }) =>
			name === null ? [] : `${member} was called ${quoted(name)}`,
		),
		...stated.clients.map(({ client_id, client_name, deliveries, delivery_count }) => {
			const last = deliveries.at(-1);
			const fetched = last
				? `fetched it ${delivery_count}×, last ${last.at}${last.address === null ? "" : ` from ${last.address}`}`
				: "never fetched it";
			return `${client_id} is ${quoted(client_name)}, has the bits that are shown under its name, and ${fetched}`;
		}),
	];
}

/** In quotes, so that a text from the file cannot pass for a line of this command. */
const quoted = (text: string) => JSON.stringify(text);
