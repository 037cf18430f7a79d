import { strFromU8, unzipSync, zipSync } from "fflate";
import { readSheet } from "read-excel-file/universal";

/** Size limits of the file and of everything unpacked from it: a list of 5,000 barcodes takes a tenth of that. */
const MOST_FILE_BYTES = 5 * 1024 * 1024;
const MOST_UNPACKED_BYTES = 40 * 1024 * 1024;

/** The cells of a workbook's first sheet. @throws Error with a user-facing message for what is not a workbook, and for one that is too large. */
export async function readWorkbook(file: Blob): Promise<readonly (readonly unknown[])[]> {
	if (file.size > MOST_FILE_BYTES) throw new Error("This file is larger than 5 MB.");
	const packed = new Uint8Array(await file.arrayBuffer());
	return readSheet(stored(packed)).catch((cause) => {
		throw new Error("This file is not an Excel workbook (.xlsx).", { cause });
	});
}

/**
 * The same files, uncompressed: unpacked here within limits, because the reader has none and would unpack large sheets in a worker, which the content
 * policy forbids. A file longer than declared in its own entry is truncated.
 */
function stored(packed: Uint8Array): ArrayBuffer {
	let bytes = 0;
	try {
		const files = unzipSync(packed, {
			filter({ name, originalSize }) {
				if (!/\.(xml|rels)$/.test(name)) return false;
				bytes += originalSize;
				if (bytes > MOST_UNPACKED_BYTES) throw new TooLarge();
				return true;
			},
		});
		refuseEntities(files);
		return zipSync(files, { level: 0 }).slice().buffer;
	} catch (cause) {
		if (cause instanceof TooLarge) throw cause;
		throw new Error("This file is not an Excel workbook (.xlsx).", { cause });
	}
}

/** Spreadsheets declare no entities; a file that does is an attack on its reader. */
function refuseEntities(files: Readonly<Record<string, Uint8Array>>): void {
	for (const bytes of Object.values(files))
		if (strFromU8(bytes.subarray(0, 4096), true).includes("<!")) throw new Error("a document type");
}

class TooLarge extends Error {
	override readonly message = "This file is too large once it is unpacked.";
}
