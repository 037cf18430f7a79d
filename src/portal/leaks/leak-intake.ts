import type { AttributionProcess } from "../../leaks/attribution/attribution-process.ts";
import type { ShownLeak } from "../../leaks/attribution/attribution-tasks.ts";
import { storeFiles } from "../../leaks/cases/case-files.ts";
import type { LeakOutcome } from "../../leaks/cases/changes.ts";
import { pictureFault } from "../../pictures/store/picture-fault.ts";
import type { BlobStore } from "../../platform/blobs/blob-store.ts";
import type { Database } from "../../platform/db/database.ts";
import { badRequest } from "../../platform/http/http-error.ts";
import { PoolFull } from "../../platform/tasks/task.ts";
import { portalError } from "../errors.ts";
import { addCaseLeak } from "./changes.ts";

/** Decodes leaks in a process of its own. */
export type LeakReader = Pick<AttributionProcess, "show">;

interface GivenLeak {
	readonly caseId: string;
	readonly name: string | null;
	readonly bytes: Uint8Array | undefined;
	readonly nowMs: number;
}

/** Accepts leaks: anything that is not a picture is refused before being stored. Decoded one at a time, in the process given. */
export function createLeakIntake(parts: {
	readonly db: Database;
	readonly blobs: BlobStore;
	readonly leakReader: LeakReader;
}): (given: GivenLeak) => Promise<LeakOutcome> {
	return async ({ caseId, name, bytes, nowMs }) => {
		if (!bytes || bytes.length === 0) throw badRequest("The body is empty; it has to be a picture.");
		const { format, width, height, preview } = await shownLeak(parts.leakReader, bytes);
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

async function shownLeak(reader: LeakReader, bytes: Uint8Array): Promise<ShownLeak> {
	try {
		return await reader.show(bytes);
	} catch (fault) {
		if (fault instanceof PoolFull) throw fault;
		throw portalError("not_a_picture", { message: `This leak cannot be read: ${pictureFault(fault)}.` });
	}
}
