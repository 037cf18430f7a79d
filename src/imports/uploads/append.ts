import { open } from "node:fs/promises";

/** How appending to a file ended: all bytes written, cut off by the sender, too many bytes, or no space on the disk. */
export type AppendOutcome = "whole" | "cut_off" | "too_long" | "no_room";

export interface Appended {
	readonly outcome: AppendOutcome;
	/** The file's length now: what arrived before anything went wrong is kept. */
	readonly sizeBytes: number;
}

const NO_ROOM: ReadonlySet<string | undefined> = new Set(["ENOSPC", "EDQUOT", "EFBIG"]);

/** After so many bytes it is checked again whether there is room. */
const CHECKED_EVERY_BYTES = 4 * 2 ** 20;

export interface Appending {
	/** Current length of the file. */
	readonly at: number;
	/** Maximum length. */
	readonly limitBytes: number;
	/** Whether the disk may take more. */
	readonly hasRoom: () => Promise<boolean>;
}

/** Appends a body to a file, chunk by chunk, for as long as there is room; it is on disk when this resolves. */
export async function appendBody(
	path: string,
	body: AsyncIterable<Uint8Array>,
	{ at, limitBytes, hasRoom }: Appending,
): Promise<Appended> {
	const file = await open(path, "r+");
	let sizeBytes = at;
	let checkAtBytes = at;
	let outcome: AppendOutcome = "whole";
	try {
		try {
			for await (const chunk of body) {
				if (sizeBytes + chunk.length > limitBytes) {
					outcome = "too_long";
					break;
				}
				if (sizeBytes >= checkAtBytes) {
					if (!(await hasRoom())) {
						outcome = "no_room";
						break;
					}
					checkAtBytes = sizeBytes + CHECKED_EVERY_BYTES;
				}
				sizeBytes += await writeAll(file, chunk, sizeBytes);
			}
		} catch (fault) {
			outcome = outcomeOf(fault);
		}
		await file.datasync();
		return { outcome, sizeBytes: (await file.stat()).size };
	} finally {
		await file.close();
	}
}

async function writeAll(
	file: Awaited<ReturnType<typeof open>>,
	chunk: Uint8Array,
	position: number,
): Promise<number> {
	let done = 0;
	while (done < chunk.length) {
		done += (await file.write(chunk, done, chunk.length - done, position + done)).bytesWritten;
	}
	return done;
}

/** A connection that ends while its request is arriving fails its stream with a reset. */
function outcomeOf(fault: unknown): AppendOutcome {
	const { code, name } = fault as NodeJS.ErrnoException;
	if (NO_ROOM.has(code)) return "no_room";
	if (code === "ECONNRESET" || code === "ERR_STREAM_PREMATURE_CLOSE" || name === "AbortError")
		return "cut_off";
	throw fault;
}
