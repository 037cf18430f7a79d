import { readerProblem, recognise } from "@packshot/studio/label";
import sharp from "sharp";
import type { Piece } from "../labels/page.ts";
import { LEAST_TYPE_PX, readLabel } from "../labels/read-label.ts";
import type { LabelTasks } from "../labels/reader-pool.ts";
import { serveTasks } from "../platform/tasks/serve-tasks.ts";

sharp.concurrency(1);

const CUTTING = { width: 560, height: 220 };

/** The piece of a picture, as small as it can be read. */
async function cutting(
	upright: Buffer,
	{ x, y, width, height }: Piece,
	size: { width: number; height: number },
) {
	const left = Math.min(size.width - 1, Math.floor(x * size.width));
	const top = Math.min(size.height - 1, Math.floor(y * size.height));
	const piece = await sharp(upright)
		.extract({
			left,
			top,
			width: Math.max(1, Math.min(size.width - left, Math.ceil(width * size.width))),
			height: Math.max(1, Math.min(size.height - top, Math.ceil(height * size.height))),
		})
		.resize({ ...CUTTING, fit: "inside", withoutEnlargement: true })
		.webp({ quality: 60 })
		.toBuffer();
	return piece.toString("base64");
}

const tasks: LabelTasks = {
	async read({ bytes }) {
		const read = readLabel(await recognise(bytes, LEAST_TYPE_PX));
		if ("refused" in read) return read;
		const { data, info } = await sharp(bytes)
			.rotate()
			.flatten({ background: "#fff" })
			.jpeg({ quality: 90 })
			.toBuffer({ resolveWithObject: true });
		const values = [];
		for (const value of read.values)
			values.push({ ...value, cutting: await cutting(data, value.piece, info) });
		return { values, kosher: read.kosher.map(({ text }) => text) };
	},
	problem: readerProblem,
};

serveTasks({ ...tasks });
