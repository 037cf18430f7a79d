import type { BlobStore } from "../platform/blobs/blob-store.ts";
import { regularWork, type Work } from "../platform/tasks/work.ts";
import { MINUTE_MS } from "../platform/time/durations.ts";
import { removeCaseFiles } from "./cases/retention.ts";
import { traceCases } from "./cases/runner.ts";

type LeakWorkParts = Parameters<typeof traceCases>[0] & { readonly blobs: BlobStore };

export function leakWorks(parts: LeakWorkParts): Work[] {
	return [
		regularWork("the files of deleted cases could not be deleted", [
			{ everyMs: 15 * MINUTE_MS, step: () => removeCaseFiles(parts, parts.clock.now()) },
		]),
		{
			failed: "a leak could not be traced; it is tried again",
			begin: (onFault) => traceCases(parts, onFault),
		},
	];
}
