import { readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { openFindings } from "../imports/studio/kept-findings.ts";
import { escaped } from "../platform/escaped.ts";
import { CERTAIN } from "./read-label.ts";
import type { LabelOutcome, LabelReader } from "./reader-pool.ts";
import type { ReadValue } from "./tables.ts";

export interface FolderOrder {
	/** As `packshot studio` writes it. */
	readonly folder: string;
	/** Names of files in it. */
	readonly backs: readonly string[];
	/** After so long the rest is left to a second run. */
	readonly mostMs: number;
}

export interface FolderLabels {
	readonly read: readonly (LabelOutcome & { readonly file: string })[];
	/** How many backs are still to be read. */
	readonly left: number;
	/** Why none can be read here. */
	readonly problem: string | null;
}

/** Imports take files of these names for notes that accompany others. */
const FINDINGS_FILE = "index";
export const LABELS_FILE = "index.html";

/** Reads the labels of backs in a folder of an import, and writes a page of what they say for whoever decides about it: imports leave that alone. */
export async function readLabelsIn(
	{ folder, backs, mostMs }: FolderOrder,
	reader: LabelReader,
	onProgress: (said: string) => void,
): Promise<FolderLabels> {
	const problem = await reader.problem();
	if (problem !== null) return { read: [], left: backs.length, problem };
	const signal = mostMs === 0 ? AbortSignal.abort() : AbortSignal.timeout(mostMs);
	const findings = await openFindings(join(folder, FINDINGS_FILE));
	const labels: (LabelOutcome & { file: string })[] = [];
	for (const file of backs) {
		const { size, mtimeMs } = await stat(join(folder, file));
		const key = `label ${file} ${size} ${Math.trunc(mtimeMs)}`;
		const known = findings.get<LabelOutcome>(key);
		const outcome = known ?? (await readOne(join(folder, file), reader, signal));
		if (!outcome) continue;
		if (!known) await findings.add(key, outcome);
		labels.push({ file, ...outcome });
		onProgress(`${labels.length} of ${backs.length} labels read`);
	}
	if (labels.length > 0) await writeFile(join(folder, LABELS_FILE), pageOf(labels));
	return { read: labels, left: backs.length - labels.length, problem };
}

/** @returns undefined when time is up */
async function readOne(
	path: string,
	reader: LabelReader,
	signal: AbortSignal,
): Promise<LabelOutcome | undefined> {
	if (signal.aborted) return undefined;
	try {
		return await reader.read(await readFile(path), signal);
	} catch (fault) {
		if (signal.aborted) return undefined;
		return { refused: (fault as Error).message };
	}
}

const STYLE = `body { font: 1rem/1.5 sans-serif; margin: 2rem auto; max-width: 60rem; padding: 0 1rem }
table { border-collapse: collapse; width: 100% } td, th { border-top: 1px solid #ccc; padding: .3rem .6rem; text-align: start; vertical-align: top }
img { max-height: 6rem; max-width: 20rem } .doubtful { background: #fff3d6; color: #222 }`;

function pageOf(labels: FolderLabels["read"]): string {
	return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>What the backs say</title><style>${STYLE}</style>
<h1>What the backs say</h1><p>None of it is imported: it is here to be checked against the print. What is not certain stands first.</p>
${labels.map(sectionOf).join("\n")}\n`;
}

function sectionOf(label: FolderLabels["read"][number]): string {
	const head = `<h2><a href="${escaped(encodeURIComponent(label.file))}">${escaped(label.file)}</a></h2>`;
	if ("refused" in label) return `${head}<p>Not read: ${escaped(label.refused)}</p>`;
	const rows = label.values.toSorted((a, b) => a.certainty - b.certainty).map(rowOf);
	const kosher = label.kosher.map((words) => `<p>About kosher: <bdi>${escaped(words)}</bdi></p>`);
	return `${head}<table><tr><th>Field<th>Value<th>Certainty<th>Print${rows.join("")}</table>${kosher.join("")}`;
}

function rowOf({ key, value, certainty, cutting }: ReadValue): string {
	const isCertain = certainty >= CERTAIN;
	const said = `${Math.floor(certainty * 100)} %${isCertain ? "" : ", look at it"}`;
	return `<tr${isCertain ? "" : ' class="doubtful"'}><td>${escaped(key)}<td><bdi>${escaped(textOf(value))}</bdi><td>${said}<td><img alt="" src="data:image/webp;base64,${cutting}">`;
}

/** An amount with its unit, a list, or as it is. */
function textOf(value: unknown): string {
	if (Array.isArray(value)) return value.map(textOf).join(", ");
	if (typeof value === "object" && value !== null)
		return Object.values(value)
			.filter((part) => part !== null)
			.map(textOf)
			.join(" ");
	return String(value);
}
