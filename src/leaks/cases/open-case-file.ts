import { hash } from "node:crypto";
import { MEMBERS, readCaseArchive, writeCaseArchive } from "./case-archive.ts";
import {
	type CaseDocument,
	type CaseFacts,
	type CaseOpenings,
	type ClientOpening,
	readCaseDocument,
	readCaseOpenings,
} from "./case-document.ts";
import { areKeysOf, factsDigest } from "./one-time-keys.ts";

/** The file is damaged, altered or not a case file at all; the message says what is wrong and where. */
export class CaseFileError extends Error {
	override readonly name = "CaseFileError";
}

export interface OpenedCaseFile {
	readonly document: CaseDocument;
	readonly openings: readonly ClientOpening[];
	/** The digests that the sample among them was drawn by. */
	readonly drawnBy: readonly string[];
	/** The commitments to the one-time keys, which cover the facts; `undefined` in format 1, where nothing covers them. */
	readonly keyCommitments: Uint8Array | undefined;
	/** Returns a member by name; its digest has been verified. */
	member(name: string): Uint8Array;
}

/** Opens a case file and checks that nothing in it was altered, as far as its format allows. @throws CaseFileError */
export async function openCaseFile(file: Uint8Array): Promise<OpenedCaseFile> {
	const members = sound(await readCaseArchive(file));
	const written = members.get(MEMBERS.document);
	if (!written) throw new CaseFileError(`not a case file: there is no ${MEMBERS.document} in it`);
	const document = sound(readCaseDocument(written));
	const listed = new Map(Object.entries(document.members));
	requireDigests(members, listed);
	const member = (name: string) => {
		const bytes = listed.has(name) ? members.get(name) : undefined;
		if (!bytes) throw new CaseFileError(`case.json names ${name}, which it does not list`);
		return bytes;
	};
	if (document.format_version === 1) {
		requireListed(members, listed, [MEMBERS.document]);
		const drawnBy = [MEMBERS.commitments, ...document.leaks.map((leak) => leak.member)].map(
			(name) => listed.get(name) ?? "",
		);
		return { document, openings: document.openings, drawnBy, keyCommitments: undefined, member };
	}
	requireListed(members, listed, [MEMBERS.document, MEMBERS.openings]);
	const digest = factsDigest(written);
	const keyCommitments = member(MEMBERS.keyCommitments);
	const { clients } = decidedOpenings(members, digest, keyCommitments);
	await requireNothingElse(file, members, document);
	return { document, openings: clients, drawnBy: [digest.toString("hex")], keyCommitments, member };
}

function requireDigests(members: ReadonlyMap<string, Uint8Array>, listed: ReadonlyMap<string, string>): void {
	for (const [name, digest] of listed) {
		const bytes = members.get(name);
		if (!bytes) throw new CaseFileError(`${name} is missing`);
		if (hash("sha256", bytes) !== digest)
			throw new CaseFileError(`${name} was altered: its SHA-256 does not match`);
	}
}

/** @param own members that cannot be listed, because they list or follow from the list */
function requireListed(
	members: ReadonlyMap<string, Uint8Array>,
	listed: ReadonlyMap<string, string>,
	own: readonly string[],
): void {
	for (const name of own) {
		if (listed.has(name)) throw new CaseFileError(`case.json lists ${name}, which no case file does`);
	}
	const stranger = [...members.keys()].find((name) => !own.includes(name) && !listed.has(name));
	if (stranger !== undefined) throw new CaseFileError(`${stranger} was added: case.json does not list it`);
}

/** The openings, if they are those that the facts decide on. */
function decidedOpenings(
	members: ReadonlyMap<string, Uint8Array>,
	digest: Uint8Array,
	keyCommitments: Uint8Array,
): CaseOpenings {
	const written = members.get(MEMBERS.openings);
	if (!written) throw new CaseFileError(`${MEMBERS.openings} is missing`);
	const openings = sound(readCaseOpenings(written));
	if (!areKeysOf(digest, keyCommitments, openings.seals))
		throw new CaseFileError(
			`${MEMBERS.document} was altered: the facts in it are not those that the seals were opened for`,
		);
	return openings;
}

/** Every byte of the archive must follow from what has been checked: no other order, times or owners of members, and nothing behind them. */
async function requireNothingElse(
	file: Uint8Array,
	members: ReadonlyMap<string, Uint8Array>,
	{ made_at, members: listed }: CaseFacts,
): Promise<void> {
	const order = [MEMBERS.document, MEMBERS.openings, ...Object.keys(listed)];
	const inOrder = new Map(order.map((name) => [name, members.get(name) ?? new Uint8Array()]));
	const madeAtMs = Date.parse(made_at);
	const again = Number.isNaN(madeAtMs) ? undefined : await writeCaseArchive(inOrder, madeAtMs);
	if (!again?.equals(file))
		throw new CaseFileError("the archive holds something that is no part of the case");
}

/** What was read, unless what is wrong with it was returned instead. @throws CaseFileError */
function sound<Value>(read: Value | string): Value {
	if (typeof read === "string") throw new CaseFileError(read);
	return read;
}
