import { hash } from "node:crypto";
import { decodePrepared, globalMarkKey } from "@packshot/marking/deliver";
import { isoTime } from "../../platform/time/clock.ts";
import { VERSION } from "../../version.ts";
import type { LeakReport } from "../attribution/leak-report.ts";
import type { Suspect } from "../attribution/leak-suspects.ts";
import { originDocument } from "../attribution/origin-document.ts";
import { MEMBERS, writeCaseArchive } from "./case-archive.ts";
import {
	CASE_FORMAT_VERSION,
	type CaseFacts,
	type CaseOpenings,
	type ClientOpening,
	jsonBytes,
	shownWithReason,
	statementOf,
} from "./case-document.ts";
import { type Commitments, commitToClients, sampledPlaces } from "./commitments.ts";
import { factsDigest, newOneTimeKeys, type OneTimeKeys } from "./one-time-keys.ts";
import { type CaseCandidate, clientCount } from "./result.ts";

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
 * Writes the case file, which third parties can verify with `packshot trace --case`: a tar archive of the stated facts, the leaks, the bases with
 * their cells, commitments to all clients and to one-time keys, and the openings that the facts decide on: of the named clients, of a sample of the others,
 * and of half of the one-time keys.
 */
export async function writeCaseFile(parts: CaseFileParts): Promise<Buffer> {
	const { leaks, report, evidence, nowMs } = parts;
	const pictures = report.grounds.bases;
	const keys = newOneTimeKeys();
	const commitments = commitToClients(
		report.grounds.clients,
		pictures.map(({ markId }) => markId),
		keys.commitments,
	);
	const members = new Map<string, Uint8Array>([
		...leaks.map(({ bytes }, i): [string, Uint8Array] => [`leak-${i + 1}`, bytes]),
		...pictures.map(({ prepared }, i): [string, Uint8Array] => [`picture-${i + 1}`, prepared]),
		...evidence.map(({ file, bytes }): [string, Uint8Array] => [`${file}.png`, bytes]),
		[MEMBERS.keyCommitments, keys.commitments],
		[MEMBERS.commitments, commitments.bytes],
	]);
	const facts = factsOf(parts, pictures, members);
	const document = jsonBytes(facts);
	const openings = jsonBytes(openingsFor(factsDigest(document), facts, commitments, keys));
	return writeCaseArchive(
		new Map([[MEMBERS.document, document], [MEMBERS.openings, openings], ...members]),
		nowMs,
	);
}

function factsOf(
	{ leaks, report, candidates, globalSeed, nowMs }: CaseFileParts,
	pictures: readonly Suspect[],
	members: ReadonlyMap<string, Uint8Array>,
): CaseFacts {
	return {
		format: "packshot case",
		format_version: CASE_FORMAT_VERSION,
		packshot: VERSION,
		made_at: isoTime(nowMs),
		statement: statementOf(CASE_FORMAT_VERSION),
		members: Object.fromEntries([...members].map(([name, bytes]) => [name, hash("sha256", bytes)])),
		leaks: leaks.map(({ name }, i) => {
			const shown = report.grounds.shown[i];
			const place = pictures.findIndex(({ markId }) => markId === shown?.markId);
			const { manner, isFitted, isMixed } = report.grounds.howRead[i] ?? {};
			return {
				member: `leak-${i + 1}`,
				name,
				shows: place < 0 ? null : place,
				...(manner === "unusual" ? { manner } : {}),
				...(isFitted ? { is_fitted: true as const } : {}),
				...(isMixed ? { is_mixed: true as const } : {}),
			};
		}),
		pictures: pictures.map((picture, i) => pictureDocument(picture, `picture-${i + 1}`, globalSeed)),
		verdict: report.verdict,
		origin: originDocument(report.origin),
		clients_scored: clientCount(report),
		guesses: report.grounds.guesses,
		named: candidates
			.filter(({ is_named }) => is_named)
			.map(({ is_named: _, evidence: __, ...candidate }) => ({
				...candidate,
				// The file is passed on: it names the client, and not its people.
				deliveries: candidate.deliveries.map(({ person: _person, ...delivery }) => delivery),
				...besideOf(report, candidate.client_id),
			})),
	};
}

function besideOf({ candidates }: LeakReport, id: string): { beside?: string[] } {
	const beside = candidates.find(({ clientId }) => clientId === id)?.beside;
	return beside ? { beside: [...beside] } : {};
}

function pictureDocument(
	{ version, markId, sizePx, prepared, global }: Suspect,
	member: string,
	globalSeed: Uint8Array,
): CaseFacts["pictures"][number] {
	return {
		member,
		mark_id: markId,
		barcode: version.barcode,
		variant: version.variant,
		size_px: sizePx,
		base_sha256: hash("sha256", decodePrepared(prepared).base),
		reserved_key: global ? globalMarkKey(globalSeed, markId).toString("hex") : null,
	};
}

function openingsFor(
	digest: Buffer,
	{ named, clients_scored }: CaseFacts,
	commitments: Commitments,
	keys: OneTimeKeys,
): CaseOpenings {
	const places = new Set([
		...sampledPlaces([digest.toString("hex")], clients_scored),
		...shownWithReason(named).map((clientId) => commitments.placeOf(clientId)),
	]);
	return {
		clients: [...places].sort((a, b) => a - b).map((place) => openingDocument(commitments, place)),
		seals: keys.disclosed(digest),
	};
}

function openingDocument(commitments: Commitments, place: number): ClientOpening {
	const { clientId, seedCommitment, pictureKeys } = commitments.opening(place);
	return {
		place,
		client_id: clientId,
		seed_commitment: seedCommitment.toString("hex"),
		picture_keys: pictureKeys.map((key) => key.toString("hex")),
	};
}
