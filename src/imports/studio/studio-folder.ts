import { existsSync } from "node:fs";
import { mkdir, rename, utimes, writeFile } from "node:fs/promises";
import { extname, join } from "node:path";
import {
	type CardPicture,
	groupPictures,
	inOrderTaken,
	type PictureGroup,
	withoutPlaces,
} from "@packshot/studio/card";
import type { Variant } from "../../catalogue/fields/scopes.ts";
import { verdictOf } from "../../pictures/store/quality-notes.ts";
import { counted } from "../../platform/counted.ts";
import { forEachConcurrently } from "../../platform/for-each-concurrently.ts";
import { plainFault } from "../../platform/plain-fault.ts";
import { syncFile } from "../../platform/sync-file.ts";
import { type Findings, openFindings } from "./kept-findings.ts";
import { type RawPicture, rawPicturesIn } from "./raw-pictures.ts";
import { type FolderReport, type ReportedGroup, reportText } from "./report-text.ts";
import type { LookedPicture, StudioPool } from "./studio-pool.ts";

export interface FolderOrder {
	/** Raw pictures, as cameras name them. */
	readonly folder: string;
	/** Where what imports as it is goes. */
	readonly out: string;
	/** Whether groups are written, too, that somebody should look at. */
	readonly withUncertain: boolean;
}

/** Imports take files of these names for notes that accompany others. */
const REPORT_FILE = "README.txt";
const FINDINGS_FILE = "index";

/**
 * Groups a folder of raw pictures by product, and writes what imports as it is to another one. Nothing is overwritten but the report; files are written under
 * another name first, so that none is ever half there; a second run goes on with what is missing.
 */
export async function studioFolder(
	{ folder, out, withUncertain }: FolderOrder,
	pool: StudioPool,
	onProgress: (said: string) => void,
): Promise<FolderReport> {
	const { pictures: raw, others } = await rawPicturesIn(folder);
	await mkdir(out, { recursive: true });
	const findings = await openFindings(join(out, FINDINGS_FILE));
	const refused: { name: string; reason: string }[] = [];
	const looked = await lookAtAll(raw, findings, pool, onProgress, refused);
	const ordered = inOrderTaken(looked);
	const files = new Map(raw.map((picture) => [picture.name, picture]));
	const isAccepted = ({ barcode, doubts }: PictureGroup) =>
		barcode !== null && !doubts.includes("barcode_twice") && (withUncertain || doubts.length === 0);
	const groups = groupPictures(ordered).map((group) => ({
		...named(group, ordered),
		isWritten: isAccepted(group),
	}));
	const made: Made = { out, files, findings, pool, written: [], kept: [], notCutOut: [] };
	let ready = 0;
	await forEachConcurrently(groups, pool.processes, async (group) => {
		await writeGroup(made, group);
		onProgress(`${++ready} of ${counted(groups.length, "product")} written`);
	});
	const report = {
		pictures: raw.length,
		groups: groups.toSorted((a, b) => Number(b.doubts.length > 0) - Number(a.doubts.length > 0)),
		written: made.written.sort(),
		kept: made.kept.sort(),
		verdicts: ordered.map(({ name, qualityNotes }) => ({ name, verdict: verdictOf(qualityNotes) })),
		notCutOut: made.notCutOut.sort((a, b) => (a.name < b.name ? -1 : 1)),
		refused,
		others,
	};
	await writeWhole(join(out, REPORT_FILE), reportText(report));
	return report;
}

type NamedPicture = LookedPicture & Pick<CardPicture, "name">;

async function lookAtAll(
	raw: readonly RawPicture[],
	findings: Findings,
	pool: StudioPool,
	onProgress: (said: string) => void,
	refused: { name: string; reason: string }[],
): Promise<NamedPicture[]> {
	const looked: NamedPicture[] = [];
	let done = 0;
	await forEachConcurrently(raw, pool.processes, async (picture) => {
		const found = await lookAt(picture, findings, pool);
		if ("reason" in found) refused.push({ name: picture.name, reason: found.reason });
		else looked.push({ name: picture.name, ...found });
		onProgress(`${++done} of ${counted(raw.length, "picture")} looked at`);
	});
	refused.sort((a, b) => (a.name < b.name ? -1 : 1));
	return looked;
}

async function lookAt(picture: RawPicture, findings: Findings, pool: StudioPool) {
	const key = `seen ${keyOf(picture)}`;
	const known = findings.get<LookedPicture>(key);
	if (known) return known;
	const found = await reading(async () => pool.run("look", await picture.read()));
	// A fault may be gone the next time, such as a folder that may not be read.
	if (!("reason" in found)) await findings.add(key, found);
	return found;
}

/** A picture that cannot be read is refused; the others are still taken. */
async function reading<T>(read: () => Promise<T>): Promise<T | { readonly reason: string }> {
	try {
		return await read();
	} catch (fault) {
		return { reason: plainFault(fault) };
	}
}

function named({ barcode, front, back, others, doubts }: PictureGroup, pictures: readonly CardPicture[]) {
	const nameOf = (place: number | null) => (place === null ? null : (pictures[place]?.name ?? null));
	return {
		barcode,
		front: nameOf(front),
		back: nameOf(back),
		others: others.map((place) => pictures[place]?.name ?? ""),
		doubts,
	};
}

interface Made {
	readonly out: string;
	readonly files: ReadonlyMap<string, RawPicture>;
	readonly findings: Findings;
	readonly pool: StudioPool;
	readonly written: string[];
	readonly kept: string[];
	readonly notCutOut: { name: string; reason: string }[];
}

async function writeGroup(made: Made, { isWritten, barcode, ...sides }: ReportedGroup): Promise<void> {
	if (!isWritten) return;
	for (const side of ["front", "back"] as const) {
		const raw = made.files.get(sides[side] ?? "");
		if (!raw) continue;
		await writeOnce(made, `${barcode}_${side satisfies Variant}${extname(raw.name).toLowerCase()}`, raw);
		await cutOutOnce(made, `${barcode}_${side}_clean.png`, raw);
	}
}

/** What cannot be cut out is not tried again. */
async function cutOutOnce(made: Made, name: string, raw: RawPicture): Promise<void> {
	const { out, findings, pool, written, kept, notCutOut } = made;
	const path = join(out, name);
	if (existsSync(path)) return void kept.push(name);
	const key = `cutOut ${keyOf(raw)}`;
	const known = findings.get<{ readonly reason: string }>(key);
	const cut = known ?? (await reading(async () => pool.run("cutOut", await raw.read())));
	if ("png" in cut) {
		await writeWhole(path, cut.png, raw.modifiedAtMs);
		written.push(name);
		return;
	}
	const reason = "refused" in cut ? cut.refused : cut.reason;
	if ("refused" in cut) await findings.add(key, { reason });
	notCutOut.push({ name: raw.name, reason });
}

/** The same as long as the file is. */
function keyOf({ name, sizeBytes, modifiedAtMs }: RawPicture): string {
	return `${name} ${sizeBytes} ${modifiedAtMs}`;
}

/** Keeps the time of the file, by which pictures without one of their own are dated. */
async function writeOnce({ out, written, kept }: Made, name: string, raw: RawPicture): Promise<void> {
	const path = join(out, name);
	if (existsSync(path)) return void kept.push(name);
	await writeWhole(path, await withoutPlaces(await raw.read()), raw.modifiedAtMs);
	written.push(name);
}

/** Names that begin like this are taken for leftovers of file managers, which nothing imports. */
const UNFINISHED = "._";

async function writeWhole(path: string, content: string | Uint8Array, modifiedAtMs?: number): Promise<void> {
	const unfinished = path.replace(/[^/\\]+$/, (name) => UNFINISHED + name);
	await writeFile(unfinished, content);
	if (modifiedAtMs !== undefined) await utimes(unfinished, new Date(modifiedAtMs), new Date(modifiedAtMs));
	await syncFile(unfinished);
	await rename(unfinished, path);
}
