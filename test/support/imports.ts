import { dataPaths, loadConfig } from "../../src/config.ts";
import { claimImport } from "../../src/imports/batches/claims.ts";
import { performTask } from "../../src/imports/batches/perform.ts";
import type { TaskParts } from "../../src/imports/batches/task-work.ts";
import { openUploadFolder } from "../../src/imports/uploads/folder.ts";
import { PORTAL_PATH } from "../../src/pages/contract.ts";
import { defaultWatermark } from "../../src/pictures/preparation/watermark-settings.ts";
import { ulid } from "../../src/platform/ids.ts";
import type { Browser } from "./portal.ts";
import type { TestService } from "./service.ts";

/** What a service's tasks need. */
export function taskParts(packshot: TestService): TaskParts {
	const config = loadConfig(packshot.settings);
	return {
		...packshot.installation,
		folder: openUploadFolder(dataPaths(config).uploads),
		watermark: defaultWatermark,
		sizesPx: [],
		uploadOffsetMinutes: 0,
		fetchPicture: async () => ({ refused: "nothing is fetched here" }),
	};
}

/** Performs the next task in this process, as a server process would. @returns whether there was one. */
export async function doNextTask(
	packshot: TestService,
	shutdown = new AbortController().signal,
	parts = taskParts(packshot),
): Promise<boolean> {
	const { db, clock } = packshot.installation;
	const leaseId = ulid(clock.now());
	const folderId = await parts.folder.id();
	const task = await db.write(claimImport, { leaseId, folderId });
	if (!task) return false;
	await performTask(parts, task, shutdown);
	return true;
}

/** Sends bytes of an upload as a tus client does. */
export async function sendBytes(
	packshot: TestService,
	person: Browser,
	importId: string,
	bytes: Uint8Array,
	offset: number,
	headers: Record<string, string | undefined> = {},
): Promise<Response> {
	const all: Record<string, string | undefined> = {
		cookie: person.cookie ?? "",
		origin: packshot.origin,
		"x-packshot-csrf": person.csrf ?? "1",
		"content-type": "application/offset+octet-stream",
		"tus-resumable": "1.0.0",
		"upload-offset": String(offset),
		...headers,
	};
	return fetch(`${packshot.origin}${PORTAL_PATH}/admin/imports/${importId}/file`, {
		method: "PATCH",
		headers: Object.entries(all).filter((header): header is [string, string] => header[1] !== undefined),
		body: bytes as BodyInit,
	});
}

/** Uploads a whole file. @returns its id. */
export async function upload(
	packshot: TestService,
	person: Browser,
	name: string,
	content: Uint8Array | string,
	isCard = false,
): Promise<string> {
	const bytes = Buffer.from(content as string);
	const body = { name, size_bytes: bytes.length, ...(isCard ? { card: true } : {}) };
	const begun = await person.ask("POST /admin/imports", { body });
	if (begun.status !== 201) throw new Error(`no upload: ${begun.text}`);
	const sent = await sendBytes(packshot, person, begun.body.import_id, bytes, 0);
	if (sent.status !== 204) throw new Error(`not taken: ${await sent.text()}`);
	return begun.body.import_id;
}

/** A line of NDJSON: one product of a brand. */
export const productLine = (barcode: string, brand: string) =>
	`${JSON.stringify({ barcode, info: { brand } })}\n`;

/** The import actions of the pages. @param person performs them unless a call names somebody else. */
export function importCalls(person: () => Browser) {
	return {
		begin: (name: string, sizeBytes: number, by = person()) =>
			by.ask("POST /admin/imports", { body: { name, size_bytes: sizeBytes } }),
		look: async (import_id: string, by = person()) =>
			(await by.ask("GET /admin/imports/{import_id}", { path: { import_id } })).body,
		act: (import_id: string, what: "check" | "start" | "stop" | "undo", body?: object, by = person()) =>
			by.ask(`POST /admin/imports/{import_id}/${what}`, { path: { import_id }, ...(body ? { body } : {}) }),
		remove: (import_id: string) => person().ask("DELETE /admin/imports/{import_id}", { path: { import_id } }),
	};
}
