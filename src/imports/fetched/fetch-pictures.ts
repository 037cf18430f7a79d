import { setTimeout as sleep } from "node:timers/promises";
import type { Variant } from "../../catalogue/fields/scopes.ts";
import type { Database } from "../../platform/db/database.ts";
import { forEachConcurrently } from "../../platform/for-each-concurrently.ts";
import type { PictureImporter } from "../import-pictures.ts";
import { type ImportReport, refuse } from "../report.ts";
import type { Fetched, GuardedGet } from "./guarded-get.ts";

/** A picture that a row of a table gives the address of. */
export interface WantedPicture {
	readonly source: string;
	readonly line: number;
	/** As the catalogue has it. */
	readonly barcode: string;
	readonly variant: Variant;
	readonly url: string;
}

interface Fetching {
	readonly db: Database;
	readonly get: GuardedGet;
	readonly pictures: PictureImporter;
	readonly report: ImportReport;
	readonly signal: AbortSignal;
	/** When this import began, if it goes on: what it has stored since is not fetched again. */
	readonly beganAtMs: number | undefined;
	readonly paceMs?: number;
}

/** Hosts at a time; of each, one picture after the other. */
const HOSTS_AT_ONCE = 4;
const PACE_MS = 250;
const TRIES = 3;
/** A host that asks for more patience is left alone. */
const LONGEST_WAIT_MS = 120_000;
/** After so many failures in a row, a host is not asked for the rest. */
const MOST_FAILURES = 5;

/** Fetches pictures and imports them, politely: one connection to a host, with a pause after each picture. */
export async function fetchPictures(wanted: readonly WantedPicture[], task: Fetching): Promise<void> {
	const hosts = new Map<string, WantedPicture[]>();
	for (const each of wanted) {
		const host = URL.canParse(each.url) ? new URL(each.url).host : "";
		hosts.set(host, [...(hosts.get(host) ?? []), each]);
	}
	await forEachConcurrently(hosts.values(), HOSTS_AT_ONCE, (pictures) => fetchFrom(pictures, task));
}

async function fetchFrom(pictures: readonly WantedPicture[], task: Fetching): Promise<void> {
	let failures = 0;
	for (const picture of pictures) {
		if (task.signal.aborted) return;
		if (failures >= MOST_FAILURES) {
			leaveOut(task, picture, `its host failed ${MOST_FAILURES} times in a row, and was not asked again`);
			continue;
		}
		if (await isStoredSince(task, picture)) {
			task.report.images.unchanged++;
			continue;
		}
		const got = await fetchPatiently(picture.url, task);
		if ("refused" in got) {
			failures = got.retryAfterMs === undefined ? 0 : failures + 1;
			leaveOut(task, picture, got.refused);
		} else {
			failures = 0;
			const { barcode, variant, url } = picture;
			const { bytes, modifiedAtMs } = got;
			const read = async () => bytes;
			await task.pictures.add({
				kind: "picture",
				source: url,
				barcode,
				variant,
				isExact: true,
				modifiedAtMs,
				read,
			});
		}
		await pause(task.paceMs ?? PACE_MS, task.signal);
	}
}

async function fetchPatiently(url: string, { get, signal, paceMs = PACE_MS }: Fetching): Promise<Fetched> {
	for (let tries = 1; ; tries++) {
		const got = await get(url, signal);
		if (!("refused" in got) || got.retryAfterMs === undefined || tries >= TRIES) return got;
		const waitMs = got.retryAfterMs ?? 10 * paceMs * 2 ** tries;
		if (waitMs > LONGEST_WAIT_MS || signal.aborted) return got;
		await pause(waitMs, signal);
	}
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
	await sleep(ms, undefined, { signal }).catch(() => undefined);
}

function leaveOut({ report }: Fetching, { source, line, url, variant }: WantedPicture, reason: string): void {
	refuse(report, {
		source,
		line,
		reason: `${variant} picture ${JSON.stringify(url.slice(0, 200))}: ${reason}`,
	});
}

async function isStoredSince(
	{ db, beganAtMs }: Fetching,
	{ barcode, variant }: WantedPicture,
): Promise<boolean> {
	if (beganAtMs === undefined) return false;
	const row = await db.read
		.selectFrom("image")
		.select("image_id")
		.where("barcode", "=", barcode)
		.where("variant", "=", variant)
		.where("active", "=", 1)
		.where("uploaded_at", ">=", beganAtMs)
		.executeTakeFirst();
	return row !== undefined;
}
