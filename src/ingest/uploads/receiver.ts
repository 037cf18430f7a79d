import type { Readable } from "node:stream";
import { type Appended, appendBody } from "./append.ts";
import type { UploadedFile, UploadFolder } from "./folder.ts";

/** Takes in the bytes of uploads. */
export interface UploadReceiver {
	/** How much of a file has arrived; `undefined` when it is not here. Whoever asks goes on with it: a request that still sends bytes of it is cut off. */
	offset(file: UploadedFile): Promise<number | undefined>;
	/** Adds a body, if the file is as long as the sender believes. @returns how it ended, or how long the file is instead. */
	receive(
		file: UploadedFile,
		body: Readable,
		at: number,
		limitBytes: number,
	): Promise<Appended | { readonly outcome: "elsewhere" | "missing"; readonly sizeBytes: number }>;
}

/** A request whose bytes are being added. */
interface Receiving {
	readonly body: Readable;
	readonly ended: Promise<unknown>;
}

/** Bytes of one file are added by one request at a time: the newest, as a connection that was lost may look alive for long. */
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
		return appendBody(folder.path(file), body.iterator({ destroyOnReturn: false }), at, limitBytes);
	}

	return {
		async offset(file) {
			await takeOver(file);
			return folder.sizeBytes(file);
		},
		async receive(file, body, at, limitBytes) {
			// Of several that waited for one to end, one begins: what is found and what is noted here is one step.
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
