import { storeFiles } from "../../cases/case-files.ts";
import type { LeakOutcome } from "../../cases/changes.ts";
import type { ShownLeak } from "../../images/attribution-tasks.ts";
import { createAttributionThread } from "../../images/attribution-thread.ts";
import { pictureFault } from "../../images/picture-fault.ts";
import type { BlobStore } from "../../platform/blobs/blob-store.ts";
import type { Database } from "../../platform/db/database.ts";
import { badRequest } from "../../platform/http/http-error.ts";
import { portalError } from "../errors.ts";
import { addCaseLeak } from "./changes.ts";

interface GivenLeak {
	readonly caseId: string;
	readonly name: string | null;
	readonly bytes: Uint8Array | undefined;
	readonly nowMs: number;
}

/**
 * Accepts leaks: anything that is not a picture is refused before being stored. Decoded one at a time, in a thread, since a picture of 50 megapixels
 * takes half a gigabyte.
 */
export function createLeakIntake(parts: {
	readonly db: Database;
	readonly blobs: BlobStore;
}): (given: GivenLeak) => Promise<LeakOutcome> {
	let turn: Promise<unknown> = Promise.resolve();
	return async ({ caseId, name, bytes, nowMs }) => {
		if (!bytes || bytes.length === 0) throw badRequest("The body is empty; it has to be a picture.");
		const mine = turn.then(() => shownLeak(bytes));
		turn = mine.catch(() => undefined);
		const { format, width, height, preview } = await mine;
		const file = { file: "leak", bytes, contentType: `image/${format}`, width, height };
		const [leak, shown] = await storeFiles(
			parts,
			[
				{ ...file, ...(name === null ? {} : { name }) },
				{ file: "preview", bytes: preview, contentType: "image/webp" },
			],
			nowMs,
		);
		if (!leak || !shown) throw new Error("files were stored without a row");
		return parts.db.write(addCaseLeak, { caseId, leak, preview: shown });
	};
}

async function shownLeak(bytes: Uint8Array): Promise<ShownLeak> {
	const thread = createAttributionThread();
	try {
		return await thread.show(bytes);
	} catch (fault) {
		throw portalError("not_a_picture", { message: `This leak cannot be read: ${pictureFault(fault)}.` });
	} finally {
		await thread.close();
	}
}
