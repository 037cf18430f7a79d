import { lookAtPicture } from "@packshot/studio/card";
import { cutOut } from "@packshot/studio/cutout";
import sharp from "sharp";
import type { StudioTasks } from "../imports/studio/studio-pool.ts";
import { judgePicture, previewPicture } from "../pictures/preparation/preview.ts";
import { otherFormatOf } from "../pictures/store/other-format.ts";
import { serveTasks } from "../platform/tasks/serve-tasks.ts";

// There is a process for each core already.
sharp.concurrency(1);
sharp.cache(false);

/** Where places and serial numbers stand in it is not known, and they must not leave. */
const AVIF =
	"is an AVIF, out of which places and serial numbers cannot be taken: save it as JPEG, PNG or TIFF";
const isAvif = (bytes: Uint8Array) => otherFormatOf(bytes)?.ending === "avif";

const look = (bytes: Uint8Array) =>
	lookAtPicture(bytes).catch((fault: Error) => {
		const [said] = fault.message.trim().split("\n").slice(-1);
		throw new Error(`unreadable or truncated: ${said}; copy it from the card again`, { cause: fault });
	});

const tasks: StudioTasks = {
	async look(bytes) {
		if (isAvif(bytes)) throw new Error(AVIF);
		const found = await look(bytes);
		const judged = await judgePicture(bytes, "front");
		if ("refused" in judged) throw new Error(judged.refused);
		return { ...found, qualityNotes: judged.qualityNotes };
	},
	cutOut,
	async study(bytes) {
		if (isAvif(bytes)) return { refused: AVIF };
		const previewed = await previewPicture(bytes, "front");
		if ("refused" in previewed) return previewed;
		const { preview, thumbnail, qualityNotes } = previewed;
		return { ...(await look(bytes)), preview, thumbnail, qualityNotes, cut: await cutOut(bytes) };
	},
};

serveTasks({ ...tasks });
