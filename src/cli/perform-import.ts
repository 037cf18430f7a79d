import { dataPlaces } from "../config.ts";
import { performTask } from "../imports/batches/perform.ts";
import { findImport } from "../imports/batches/store.ts";
import { openUploadFolder } from "../imports/uploads/folder.ts";
import { readWatermark } from "../pictures/style/saved-style.ts";
import { reservedBytes } from "../platform/disk-room.ts";
import { lowerPriority } from "../platform/lower-priority.ts";
import { type AddCommand, examples } from "./command-line.ts";
import { whenServerEnds } from "./server-ends.ts";

/** Internal: the process that a server starts to perform an import task that it has claimed (batches/runner.ts). The server's own work has precedence. */
export const addPerformImport: AddCommand = (program, line) => {
	program
		.command("perform-import <import_id> <lease_id>", { hidden: true })
		.description("carry out an import that a server has claimed; servers start this command themselves")
		.addHelpText(
			"after",
			examples("perform-import imp_01M81NG2SKZJZGCSDW8ZRPH8QX lease_01M81NG2ZPM6GKGYA35YQVY85P"),
		)
		.action(async (importId: string, leaseId: string) => {
			const shutdown = whenServerEnds();
			lowerPriority();
			await line.withInstallation(async (installation) => {
				const batch = await findImport(installation.db.read, importId);
				if (batch?.lease_id !== leaseId || batch.task === null) return;
				const config = line.config();
				const parts = {
					...installation,
					folder: openUploadFolder(dataPlaces(config).uploads, reservedBytes(config.disk)),
					watermark: await readWatermark(installation.db, config.images),
					sizesPx: config.images.sizesPx,
					uploadOffsetMinutes: config.images.uploadOffsetMinutes,
				};
				await performTask(parts, batch, leaseId, shutdown);
			});
			if (process.connected) process.disconnect();
		});
};
