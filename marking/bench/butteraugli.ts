import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import sharp from "sharp";

export interface Decoded {
	readonly rgba: Uint8Array;
	readonly width: number;
	readonly height: number;
}

/** Part of libjxl's tools (`apt install libjxl-devtools`); no maintained npm package offers a comparable metric. */
const program = "butteraugli_main";

/** Difference between two pictures on white (Butteraugli, 3-norm); undefined if the program is not installed. */
export async function butteraugliDistance(one: Decoded, other: Decoded): Promise<number | undefined> {
	const folder = await mkdtemp(join(tmpdir(), "packshot-butteraugli-"));
	try {
		const files = await Promise.all(
			[one, other].map(async ({ rgba, width, height }, i) => {
				const file = join(folder, `${i}.png`);
				const raw = { width, height, channels: 4 } as const;
				await sharp(rgba, { raw }).flatten({ background: "#fff" }).png({ compressionLevel: 1 }).toFile(file);
				return file;
			}),
		);
		const { stdout } = await promisify(execFile)(program, files);
		return Number(/3-norm: ([\d.]+)/.exec(stdout)?.[1]);
	} catch (fault) {
		if ((fault as NodeJS.ErrnoException).code === "ENOENT") return undefined;
		throw fault;
	} finally {
		await rm(folder, { recursive: true });
	}
}
