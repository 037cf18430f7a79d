/** A file as it was chosen or dropped, with the folders that it was in: `photos/7290000066318/1.jpg`. */
export interface ChosenFile {
	readonly path: string;
	readonly file: File;
}

const PICTURE = /\.(jpe?g|png|webp|avif|tiff?)$/i;
/** ZIP without its 64-bit form; nobody drops as much on a page. */
const MOST_BYTES = 0xffff_ffff;
const MOST_FILES = 0xffff;

export function isPicture({ path }: ChosenFile): boolean {
	return PICTURE.test(path);
}

/** What is wrong with files that are to be sent as one; undefined if nothing is. */
export function packingProblem(files: readonly ChosenFile[]): string | undefined {
	if (files.length > MOST_FILES) return "These are more than 65,535 files: pack them into several ZIP files.";
	const bytes = files.reduce((sum, { file, path }) => sum + file.size + 2 * path.length * 3 + 100, 0);
	return bytes > MOST_BYTES
		? "These files are larger than 4 GB together: pack them into ZIP files."
		: undefined;
}

/**
 * Packs files, uncompressed, into one ZIP, of which only the sums are computed here: their bytes are read when they are sent. The same files give a
 * ZIP of the same name, size and time, so that an interrupted upload goes on.
 */
export async function packFiles(files: readonly ChosenFile[], onFile: (done: number) => void): Promise<File> {
	const parts: BlobPart[] = [];
	const directory: BlobPart[] = [];
	let [at, directoryBytes] = [0, 0];
	for (const [place, { path, file }] of files.entries()) {
		const name = new TextEncoder().encode(path);
		const fields = await commonFields(file, name.length);
		const local = bytesOf([...LOCAL, ...fields]);
		const entry = bytesOf([...CENTRAL, ...fields, [0, 2], [0, 2], [0, 2], [0, 4], [at, 4]]);
		parts.push(local, name, file);
		directory.push(entry, name);
		at += local.length + name.length + file.size;
		directoryBytes += entry.length + name.length;
		onFile(place + 1);
	}
	const count = files.length;
	const end = bytesOf([
		[0x06054b50, 4],
		[0, 4],
		[count, 2],
		[count, 2],
		[directoryBytes, 4],
		[at, 4],
		[0, 2],
	]);
	const lastModified = Math.max(...files.map(({ file }) => file.lastModified));
	return new File([...parts, ...directory, end], nameOf(files), { type: "application/zip", lastModified });
}

/** A number and how many bytes it takes. */
type Field = readonly [value: number, bytes: 2 | 4];

const LOCAL: readonly Field[] = [
	[0x04034b50, 4],
	[20, 2],
];
const CENTRAL: readonly Field[] = [
	[0x02014b50, 4],
	[20, 2],
	[20, 2],
];
/** Names are UTF-8. */
const FLAGS = 0x0800;

async function commonFields(file: File, nameBytes: number): Promise<readonly Field[]> {
	const [time, date] = dosTime(new Date(file.lastModified));
	const sum = await crc32(file.stream());
	return [
		[FLAGS, 2],
		[0, 2],
		[time, 2],
		[date, 2],
		[sum, 4],
		[file.size, 4],
		[file.size, 4],
		[nameBytes, 2],
		[0, 2],
	];
}

/** In UTC, as an import reads them. */
function dosTime(when: Date): [time: number, date: number] {
	const year = Math.max(0, when.getUTCFullYear() - 1980);
	return [
		(when.getUTCHours() << 11) | (when.getUTCMinutes() << 5) | (when.getUTCSeconds() >> 1),
		(year << 9) | ((when.getUTCMonth() + 1) << 5) | when.getUTCDate(),
	];
}

function bytesOf(fields: readonly Field[]): Uint8Array<ArrayBuffer> {
	return Uint8Array.from(
		fields.flatMap(([value, bytes]) =>
			Array.from({ length: bytes }, (_, place) => (value >>> (8 * place)) & 0xff),
		),
	);
}

const SUMS = Uint32Array.from({ length: 256 }, (_, byte) => {
	let sum = byte;
	for (let bit = 0; bit < 8; bit++) sum = sum & 1 ? (sum >>> 1) ^ 0xedb88320 : sum >>> 1;
	return sum;
});

async function crc32(stream: ReadableStream<Uint8Array>): Promise<number> {
	let sum = 0xffff_ffff;
	const reader = stream.getReader();
	for (let next = await reader.read(); !next.done; next = await reader.read())
		for (const byte of next.value) sum = (SUMS[(sum ^ byte) & 0xff] ?? 0) ^ (sum >>> 8);
	return (sum ^ 0xffff_ffff) >>> 0;
}

function nameOf(files: readonly ChosenFile[]): string {
	const folders = new Set(files.map(({ path }) => path.split("/").slice(0, -1)[0] ?? ""));
	const [folder = ""] = folders;
	return folders.size === 1 && folder !== "" ? `${folder}.zip` : `${files.length} files.zip`;
}

/** The files that were dropped, those in dropped folders among them. */
export async function droppedFiles(transfer: DataTransfer): Promise<ChosenFile[]> {
	const entries = [...transfer.items].map((item) => item.webkitGetAsEntry?.() ?? null);
	const files = [...transfer.files].map((file) => ({ path: file.name, file }));
	if (!entries.some((entry) => entry?.isDirectory)) return files;
	return (await Promise.all(entries.flatMap((entry) => (entry ? [filesIn(entry)] : [])))).flat();
}

async function filesIn(entry: FileSystemEntry): Promise<ChosenFile[]> {
	if (entry.isFile) {
		const file = await new Promise<File>((resolve, reject) =>
			(entry as FileSystemFileEntry).file(resolve, reject),
		);
		return [{ path: entry.fullPath.replace(/^\//, ""), file }];
	}
	const reader = (entry as FileSystemDirectoryEntry).createReader();
	const found: ChosenFile[] = [];
	for (;;) {
		// A browser hands out a hundred at a time.
		const some = await new Promise<FileSystemEntry[]>((resolve, reject) =>
			reader.readEntries(resolve, reject),
		);
		if (some.length === 0) return found;
		for (const each of some) found.push(...(await filesIn(each)));
	}
}
