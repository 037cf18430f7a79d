import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { extract } from "tar-stream";
import { type CaseDocument, readCaseDocument } from "./case-document.ts";
import { CASE_FORMAT_VERSION, MEMBERS } from "./case-file.ts";
import { sha256 } from "./case-files.ts";

/** The file is damaged, altered or not a case file at all; the message says what is wrong and where. */
export class CaseFileError extends Error {
	override readonly name = "CaseFileError";
}

export interface OpenedCaseFile {
	readonly document: CaseDocument;
	/** Returns a member by name; its digest has been verified. */
	member(name: string): Uint8Array;
}

const MOST_MEMBERS = 100;

/** Opens a case file and checks every member against its digest. @throws CaseFileError */
export async function openCaseFile(file: Uint8Array): Promise<OpenedCaseFile> {
	const members = await membersOf(file);
	const written = members.get(MEMBERS.document);
	if (!written) throw new CaseFileError(`not a case file: there is no ${MEMBERS.document} in it`);
	const document = readCaseDocument(written);
	if (typeof document === "string") throw new CaseFileError(document);
	if (document.format_version > CASE_FORMAT_VERSION)
		throw new CaseFileError(
			`case.json has format ${document.format_version}: this version of packshot reads formats up to ${CASE_FORMAT_VERSION}`,
		);
	for (const [name, digest] of Object.entries(document.members)) {
		const bytes = members.get(name);
		if (!bytes) throw new CaseFileError(`${name} is missing`);
		if (sha256(bytes) !== digest) throw new CaseFileError(`${name} was altered: its SHA-256 does not match`);
	}
	const stranger = [...members.keys()].find(
		(name) => name !== MEMBERS.document && !Object.hasOwn(document.members, name),
	);
	if (stranger !== undefined) throw new CaseFileError(`${stranger} was added: case.json does not list it`);
	return {
		document,
		member(name) {
			const bytes = Object.hasOwn(document.members, name) ? members.get(name) : undefined;
			if (!bytes) throw new CaseFileError(`case.json names ${name}, which it does not list`);
			return bytes;
		},
	};
}

async function membersOf(file: Uint8Array): Promise<Map<string, Uint8Array>> {
	const members = new Map<string, Uint8Array>();
	const archive = extract();
	try {
		Readable.from([Buffer.from(file.buffer, file.byteOffset, file.length)]).pipe(archive);
		for await (const entry of archive) {
			const { name, type } = entry.header;
			if (type !== "file" || members.has(name) || members.size >= MOST_MEMBERS)
				throw new CaseFileError(`${name} does not belong in a case file`);
			members.set(name, await buffer(entry));
		}
	} catch (fault) {
		if (fault instanceof CaseFileError) throw fault;
		throw new CaseFileError("not a case file, or a truncated one");
	}
	return members;
}
