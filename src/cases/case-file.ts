import { buffer } from "node:stream/consumers";
import { decodePrepared, globalMarkKey } from "@packshot/marking/deliver";
import { type Pack, pack } from "tar-stream";
import type { LeakReport } from "../images/leak-report.ts";
import type { Suspect } from "../images/leak-suspects.ts";
import { isoTime } from "../platform/clock.ts";
import { VERSION } from "../version.ts";
import { type CaseDocument, STATEMENT } from "./case-document.ts";
import { sha256 } from "./case-files.ts";
import { type Commitments, commitToClients, sampledPlaces } from "./commitments.ts";
import { type CaseCandidate, clientCount } from "./result.ts";

export const CASE_FORMAT_VERSION = 1;

export const MEMBERS = { document: "case.json", commitments: "commitments.bin" } as const;

/** A leaked picture as it was received. */
export interface TracedLeak {
	readonly name: string | null;
	readonly bytes: Uint8Array;
}

export interface CaseFileParts {
	readonly leaks: readonly TracedLeak[];
	readonly report: LeakReport;
	readonly candidates: readonly CaseCandidate[];
	readonly evidence: readonly { readonly file: string; readonly bytes: Uint8Array }[];
	/** The installation's seed of the global codeword. */
	readonly globalSeed: Uint8Array;
	readonly nowMs: number;
}

/**
 * Writes the case file, which third parties can verify with `packshot trace --case`: a tar archive of the leaks, the bases with their cells,
 * the commitments to all clients, and the openings for the named clients and for a sample of the others.
 */
export async function writeCaseFile(parts: CaseFileParts): Promise<Buffer> {
	const { leaks, report, evidence, nowMs } = parts;
	const pictures = report.grounds.bases;
	const commitments = commitToClients(
		report.grounds.clients,
		pictures.map(({ markId }) => markId),
	);
	const members = new Map<string, Uint8Array>([
		...leaks.map(({ bytes }, i): [string, Uint8Array] => [`leak-${i + 1}`, bytes]),
		...pictures.map(({ prepared }, i): [string, Uint8Array] => [`picture-${i + 1}`, prepared]),
		...evidence.map(({ file, bytes }): [string, Uint8Array] => [`${file}.png`, bytes]),
		[MEMBERS.commitments, commitments.bytes],
	]);
	const document = documentOf(parts, pictures, commitments, members);
	const archive = pack();
	const written = buffer(archive);
	const mtime = new Date(nowMs - (nowMs % 1000));
	await addMember(archive, MEMBERS.document, Buffer.from(`${JSON.stringify(document, null, "\t")}\n`), mtime);
	for (const [name, bytes] of members) await addMember(archive, name, bytes, mtime);
	archive.finalize();
	return written;
}

function addMember(archive: Pack, name: string, bytes: Uint8Array, mtime: Date): Promise<void> {
	return new Promise((resolve, reject) => {
		archive.entry({ name, mtime, mode: 0o644 }, Buffer.from(bytes), (fault) =>
			fault ? reject(fault) : resolve(),
		);
	});
}

function documentOf(
	{ leaks, report, candidates, globalSeed, nowMs }: CaseFileParts,
	pictures: readonly Suspect[],
	commitments: Commitments,
	members: ReadonlyMap<string, Uint8Array>,
): CaseDocument {
	const digests = Object.fromEntries([...members].map(([name, bytes]) => [name, sha256(bytes)]));
	const drawn = [digests[MEMBERS.commitments] ?? "", ...leaks.map((_, i) => digests[`leak-${i + 1}`] ?? "")];
	const named = candidates.filter(({ is_named }) => is_named);
	const clients = clientCount(report);
	const opened = new Set([
		...sampledPlaces(drawn, clients),
		...named.map(({ client_id }) => commitments.placeOf(client_id)),
	]);
	return {
		format: "packshot case",
		format_version: CASE_FORMAT_VERSION,
		packshot: VERSION,
		made_at: isoTime(nowMs),
		statement: STATEMENT,
		members: digests,
		leaks: leaks.map(({ name }, i) => {
			const shown = report.grounds.shown[i];
			const place = pictures.findIndex(({ markId }) => markId === shown?.markId);
			return { member: `leak-${i + 1}`, name, shows: place < 0 ? null : place };
		}),
		pictures: pictures.map((picture, i) => pictureDocument(picture, `picture-${i + 1}`, globalSeed)),
		verdict: report.verdict,
		clients_scored: clients,
		guesses: report.grounds.guesses,
		named: named.map(({ is_named: _, evidence: __, ...candidate }) => ({
			...candidate,
			deliveries: [...candidate.deliveries],
		})),
		openings: [...opened].sort((a, b) => a - b).map((place) => openingDocument(commitments, place)),
	};
}

function pictureDocument(
	{ version, markId, prepared, global }: Suspect,
	member: string,
	globalSeed: Uint8Array,
) {
	return {
		member,
		mark_id: markId,
		barcode: version.barcode,
		variant: version.variant,
		base_sha256: sha256(decodePrepared(prepared).base),
		reserved_key: global ? globalMarkKey(globalSeed, markId).toString("hex") : null,
	};
}

function openingDocument(commitments: Commitments, place: number) {
	const { clientId, seedCommitment, pictureKeys } = commitments.opening(place);
	return {
		place,
		client_id: clientId,
		seed_commitment: seedCommitment.toString("hex"),
		picture_keys: pictureKeys.map((key) => key.toString("hex")),
	};
}
