import { hash } from "node:crypto";
import { identificationThreshold, type LeakMatch } from "@packshot/marking/attribute";
import { decodePrepared, globalMarkOfKey } from "@packshot/marking/deliver";
import { withoutFrame } from "../../pictures/rights/packet-frame.ts";
import { pictureFault } from "../../pictures/store/picture-fault.ts";
import { type AttributionProcess, createAttributionProcess } from "../attribution/attribution-process.ts";
import {
	type ComparedBase,
	photographOf,
	type ReadTask,
	type ShownClients,
} from "../attribution/attribution-tasks.ts";
import type { LeakReport } from "../attribution/leak-report.ts";
import { originDocument } from "../attribution/origin-document.ts";
import { MEMBERS } from "./case-archive.ts";
import { type CaseDocument, shownWithReason, statementOf } from "./case-document.ts";
import { COMMITMENT_BYTES, commitmentTo, sampledPlaces } from "./commitments.ts";
import { CaseFileError, type OpenedCaseFile, openCaseFile } from "./open-case-file.ts";
import { probabilityInWords } from "./probability-words.ts";
import { type StatedFacts, statedFacts } from "./stated-facts.ts";

/** A client named in the case file, with the stated score and the recomputed one. */
export interface RecheckedClient {
	/** Which bits are this client's, and what it is called, is stated by the file's maker. */
	readonly client_id: string;
	readonly client_name: string;
	readonly stated_score: number;
	readonly score: number;
	readonly false_positive_probability: number;
	readonly probability_words: string;
}

/** Result of checking a case file. */
export interface Recheck {
	/** SHA-256 of the whole file, as printed on a case report. */
	readonly sha256: string;
	readonly format_version: CaseDocument["format_version"];
	/** Stated by the file's maker, as are barcode and variant of the pictures. */
	readonly made_at: string;
	readonly verdict: CaseDocument["verdict"];
	/** Recomputed; but `elsewhere` only if the file says so. */
	readonly origin: ReturnType<typeof originDocument>;
	/** What each leak shows; null if nothing of the file. */
	readonly leaks: readonly { readonly member: string; readonly shows: string | null }[];
	/** The bases that the leaks were read against. */
	readonly pictures: readonly {
		readonly member: string;
		readonly barcode: string;
		readonly variant: string;
		readonly base_sha256: string;
	}[];
	readonly named: readonly RecheckedClient[];
	readonly clients_scored: number;
	/** Scores of the disclosed clients that are not named; by chance they lie around 0, within ±3 to 4. */
	readonly innocents: { readonly shown: number; readonly lowest: number; readonly highest: number };
	readonly statement: string;
	/** Everything that the file states and nothing in it can show. */
	readonly stated_by_its_maker: StatedFacts;
}

/** Scores may differ slightly between decoder versions, so a file may omit a client that this version would just barely name. */
const LOOSENESS = 32;

/**
 * Checks a case file using nothing but its own contents: digests, one-time keys, commitments, the drawing of the sample, and scores and origin, which are
 * recomputed from the leaks, the bases and the clients' bits.
 * @throws CaseFileError that says which check failed.
 */
export async function recheckCase(file: Uint8Array): Promise<Recheck> {
	const opened = await openCaseFile(file);
	const { document } = opened;
	requireOnce(opened);
	requireNames(document);
	requireCommitments(opened);
	requireDrawn(opened);
	const { scores, origin } = await scoresOf(opened);
	requireOrigin(document, origin);
	const named = document.named.map((stated) => recheckedClient(document, stated, scores));
	const isNamed = new Set(document.named.map(({ client_id }) => client_id));
	const innocents = [...scores].filter(([clientId]) => !isNamed.has(clientId));
	const stranger = innocents.find(([, { probability }]) => probability < identificationThreshold / LOOSENESS);
	if (stranger)
		throw new CaseFileError(`the leak also points to ${stranger[0]}, whom the file does not name`);
	if ((document.verdict === "identified") !== named.length > 0)
		throw new CaseFileError(`the file says "${document.verdict}" and names ${named.length} clients`);
	const others = innocents.map(([, { score }]) => score);
	return {
		sha256: hash("sha256", file),
		format_version: document.format_version,
		made_at: document.made_at,
		verdict: document.verdict,
		origin: originOf(document, origin),
		leaks: document.leaks.map(({ member, shows }) => ({
			member,
			shows: shows === null ? null : (document.pictures[shows]?.member ?? null),
		})),
		pictures: document.pictures.map(({ member, barcode, variant, base_sha256 }) => ({
			member,
			barcode,
			variant,
			base_sha256,
		})),
		named,
		clients_scored: document.clients_scored,
		innocents: { shown: others.length, lowest: Math.min(0, ...others), highest: Math.max(0, ...others) },
		statement: statementOf(document.format_version),
		stated_by_its_maker: statedFacts(document),
	};
}

/** A client disclosed twice would count twice, and one of its scores would be lost. */
function requireOnce({ openings, document: { pictures, named } }: OpenedCaseFile): void {
	const shown = repeated(openings.map(({ client_id }) => client_id));
	if (shown !== undefined) throw new CaseFileError(`${shown} is shown twice`);
	const [twice] = [pictures.map(({ mark_id }) => mark_id), named.map(({ client_id }) => client_id)].flatMap(
		(names) => repeated(names) ?? [],
	);
	if (twice !== undefined) throw new CaseFileError(`${twice} is named twice`);
}

function repeated(names: readonly string[]): string | undefined {
	return names.find((name, at) => names.indexOf(name) !== at);
}

const EVIDENCE = /^evidence-\d+-\d+\.png$/;

/** Members are called what they are, so that no name can pass for words of this program. */
function requireNames({ leaks, pictures, members }: CaseDocument): void {
	const own = [...leaks.map((_, i) => `leak-${i + 1}`), ...pictures.map((_, i) => `picture-${i + 1}`)];
	const called = [...leaks, ...pictures].map(({ member }) => member);
	const wrong = called.find((name, i) => name !== own[i]);
	if (wrong !== undefined) throw new CaseFileError(`case.json calls a leak or a picture ${wrong}`);
	const known: readonly string[] = [...own, MEMBERS.commitments, MEMBERS.keyCommitments];
	const stranger = Object.keys(members).find((name) => !known.includes(name) && !EVIDENCE.test(name));
	if (stranger !== undefined) throw new CaseFileError(`${stranger} does not belong in a case file`);
}

/** Requires that every opening matches its commitment. */
function requireCommitments({ document, openings, keyCommitments, member }: OpenedCaseFile): void {
	const { pictures, clients_scored: clients } = document;
	const commitments = Buffer.from(member(MEMBERS.commitments));
	if (commitments.length !== COMMITMENT_BYTES * clients)
		throw new CaseFileError(`there are not ${clients} commitments, one for each client that was scored`);
	for (const { place, client_id, seed_commitment, picture_keys } of openings) {
		const at = COMMITMENT_BYTES * place;
		const opening = {
			clientId: client_id,
			seedCommitment: Buffer.from(seed_commitment, "hex"),
			pictureKeys: picture_keys.map((key) => Buffer.from(key, "hex")),
		};
		const isCommitted = commitmentTo(opening, keyCommitments).equals(
			commitments.subarray(at, at + COMMITMENT_BYTES),
		);
		if (!isCommitted || picture_keys.length !== pictures.length)
			throw new CaseFileError(`what is shown of ${client_id} does not match what was committed to`);
	}
}

/** Requires that the disclosed clients are the named ones and those that were drawn, and except in format 1 no others. */
function requireDrawn({ document, openings, drawnBy }: OpenedCaseFile): void {
	const places = new Map(openings.map(({ client_id, place }) => [client_id, place]));
	const named = shownWithReason(document.named).map((clientId) => {
		const place = places.get(clientId);
		if (place === undefined)
			throw new CaseFileError(`nothing is shown of ${clientId}, who is named, or beside whom another one is`);
		return place;
	});
	const drawn = sampledPlaces(drawnBy, document.clients_scored);
	const shown = openings.map(({ place }) => place);
	const wanted = [...new Set([...drawn, ...named])].sort((a, b) => a - b);
	const isRight =
		document.format_version === 1
			? drawn.every((place) => shown.includes(place))
			: wanted.join() === shown.join();
	if (!isRight) throw new CaseFileError("the clients that are shown are not those that were drawn");
}

/** Format 1 states no origin. Other decoder versions may leave it unclear, but a file must not say more than its leaks show. */
function requireOrigin(document: CaseDocument, found: LeakReport["origin"]): void {
	const stated = document.format_version === 1 ? null : document.origin;
	if (stated === null || stated.verdict === "unclear" || stated.verdict === found?.verdict) return;
	throw new CaseFileError(`the file says that its leaks are "${stated.verdict}", but they are not`);
}

/** That leaks come from elsewhere takes every base that was delivered, of which a file holds only some: found alone, it counts as unclear. */
function originOf(document: CaseDocument, found: LeakReport["origin"]): Recheck["origin"] {
	const stated = document.format_version === 1 ? null : document.origin;
	return found?.verdict === "elsewhere" && stated?.verdict !== "elsewhere" ? stated : originDocument(found);
}

interface Scored {
	readonly score: number;
	readonly probability: number;
}

interface Recomputed {
	/** Of the disclosed clients, with their probabilities given how many clients were scored. */
	readonly scores: ReadonlyMap<string, Scored>;
	readonly origin: LeakReport["origin"];
}

async function scoresOf({ document, openings, member }: OpenedCaseFile): Promise<Recomputed> {
	const { pictures, leaks, clients_scored, guesses } = document;
	const bases = pictures.map((picture) => comparedBase(picture, member(picture.member)));
	const clients: ShownClients = {
		clientIds: openings.map(({ client_id }) => client_id),
		keys: new Map(
			pictures.map(({ mark_id }, i) => [
				mark_id,
				openings.map(({ picture_keys }) => Buffer.from(picture_keys[i] ?? "", "hex")),
			]),
		),
	};
	const mayCarryPackets = document.format_version !== 1;
	const thread = createAttributionProcess();
	try {
		const readings: LeakMatch[][] = [];
		const mixed: (LeakMatch | undefined)[] = [];
		for (const leak of leaks) {
			const found = member(leak.member);
			const task = { leak: mayCarryPackets ? withoutFrame(found) : found, bases, manner: leak.manner };
			const own = bases[leak.shows ?? -1];
			const [matches, asMixture] = await Promise.all([
				readingsOf(thread, task, leak.is_fitted ?? false),
				leak.is_mixed && own ? thread.read({ ...task, bases: [own], isMixed: true }) : [],
			]).catch((fault) => {
				throw new CaseFileError(`a leak or a base in it cannot be read: ${pictureFault(fault)}`);
			});
			const shown = leak.shows === null ? undefined : pictures[leak.shows]?.mark_id;
			if (shown === undefined ? matches.length > 0 : !matches.some(({ imageId }) => imageId === shown))
				throw new CaseFileError(`${leak.member} does not show the picture that the file says`);
			readings.push(matches);
			mixed.push(asMixture[0]);
		}
		const among = { clients: clients_scored, guesses };
		const beside = besideOf(document, openings);
		const found = await thread.attribute({ readings, mixed, clients, beside, among });
		const scores = new Map(
			found.candidates.map(({ clientId, score, falsePositiveProbability: probability }) => [
				clientId,
				{ score, probability },
			]),
		);
		return { scores, origin: found.origin };
	} finally {
		await thread.close();
	}
}

/** For each disclosed client, the places among these of those beside whom it was scored. */
function besideOf({ named }: CaseDocument, openings: OpenedCaseFile["openings"]) {
	const places = new Map(openings.map(({ client_id }, place) => [client_id, place]));
	return openings.map(({ client_id }) =>
		named
			.find((one) => one.client_id === client_id)
			?.beside?.flatMap((other) => (other === client_id ? [] : (places.get(other) ?? []))),
	);
}

/** As tracing judged them (`fittedMoreClosely`): both readings of a leak that was fitted more closely too. */
async function readingsOf(
	reader: AttributionProcess,
	task: ReadTask,
	isFitted: boolean,
): Promise<LeakMatch[]> {
	const matches = await reader.read(task);
	return isFitted ? [...(await reader.read({ ...task, isFitted })), ...matches] : matches;
}

function comparedBase(picture: CaseDocument["pictures"][number], prepared: Uint8Array): ComparedBase {
	try {
		const { base, flips } = decodePrepared(prepared);
		if (hash("sha256", base) !== picture.base_sha256)
			throw new CaseFileError(`the base in ${picture.member} is not the one that the file names`);
		const { mark_id: markId, reserved_key: key } = picture;
		const global = key === null ? undefined : globalMarkOfKey(Buffer.from(key, "hex"), flips.cellCount);
		return { markId, photograph: photographOf(markId), prepared, global };
	} catch (fault) {
		if (fault instanceof CaseFileError) throw fault;
		// Nothing but bytes of the case file is read here, so any fault is the file's.
		throw new CaseFileError(`${picture.member}: ${pictureFault(fault)}`);
	}
}

/** Scores may differ slightly between decoder versions. */
const TOLERANCE = { share: 0.05, deviations: 0.5 };

function recheckedClient(
	document: CaseDocument,
	{ client_id, client_name, score: stated }: CaseDocument["named"][number],
	scores: ReadonlyMap<string, Scored>,
): RecheckedClient {
	const found = scores.get(client_id);
	const { score, probability } = found ?? { score: 0, probability: 1 };
	if (Math.abs(score - stated) > TOLERANCE.share * Math.abs(stated) + TOLERANCE.deviations)
		throw new CaseFileError(
			`${client_id} scores ${score.toFixed(1)}, not ${stated.toFixed(1)} as the file says`,
		);
	if (!(probability < identificationThreshold))
		throw new CaseFileError(
			`${client_id} is named, though among ${document.clients_scored} clients chance gives such a score with probability ${probability.toExponential(1)}`,
		);
	return {
		client_id,
		client_name,
		stated_score: stated,
		score: Number(score.toFixed(2)),
		false_positive_probability: probability,
		probability_words: probabilityInWords(probability),
	};
}
