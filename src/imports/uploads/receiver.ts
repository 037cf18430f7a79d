import type { Readable } from "node:stream";
import { type Appended, appendBody } from "./append.ts";
import type { UploadedFile, UploadFolder } from "./folder.ts";

/** Receives the bytes of uploads. */
export interface UploadReceiver {
	/** How much of a file has arrived; `undefined` when it is not here. The caller takes over: a request that is still sending bytes of it is cut off. */
	offset(file: UploadedFile): Promise<number | undefined>;
	/** Appends a body, provided that the file is as long as the sender believes. @returns the outcome, or else the actual length of the file. */
	receive(
		file: UploadedFile,
		body: Readable,
		at: number,
		limitBytes: number,
	): Promise<Appended | { readonly outcome: "elsewhere" | "missing"; readonly sizeBytes: number }>;
}

/** A request whose bytes are being appended. */
interface Receiving {
	readonly body: Readable;
	readonly ended: Promise<unknown>;
}

/** Only one request appends to a file at a time: the newest, because a lost connection may look alive for a long time. */
export function createUploadReceiver(folder: UploadFolder): UploadReceiver {
	const receiving = new Map<string, Receiving>();

	async function takeOver({ importId }: UploadedFile): Promise<void> {
		for (let other = receiving.get(importId); other; other = receiving.get(importId)) {
			other.body.destroy();
			await other.ended;
		}
	}

	async function add(file: UploadedFile, body: Readable, at: number, limitBytes: number) {
		const sizeBytes = await folder.sizeBytes(file);
		if (sizeBytes === undefined) return { outcome: "missing", sizeBytes: 0 } as const;
		if (sizeBytes !== at) return { outcome: "elsewhere", sizeBytes } as const;
		const { hasRoom } = folder;
		const iterated = body.iterator({ destroyOnReturn: false });
		const appended = await appendBody(folder.path(file), iterated, { at, limitBytes, hasRoom });
		// What is not wanted is read and dropped: the connection would be stuck, and its sender might never read the answer.
		body.resume();
		return appended;
	}

	return {
		async offset(file) {
			await takeOver(file);
			return folder.sizeBytes(file);
		},
		async receive(file, body, at, limitBytes) {
			// Of several requests that waited for one to end, one starts: the check and the entry below happen in one synchronous step.
			while (receiving.has(file.importId)) await takeOver(file);
			const adding = add(file, body, at, limitBytes);
			const mine = { body, ended: adding.catch(() => undefined) };
			receiving.set(file.importId, mine);
			try {
				return await adding;
			} finally {
				if (receiving.get(file.importId) === mine) receiving.delete(file.importId);
			}
		},
	};
}
