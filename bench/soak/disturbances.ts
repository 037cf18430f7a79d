import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { demoProducts } from "@packshot/demo/catalogue";
import { generatedProducts } from "@packshot/demo/generated-products";
import { renderPackshot } from "@packshot/demo/render";
import { HOUR_SECONDS } from "../../src/platform/time/durations.ts";
import type { Node, NodeClock } from "./nodes.ts";
import { type Place, runCommand } from "./place.ts";
import { noteWrong, type Seen } from "./told.ts";

/** What happened beside the callers, and how often. */
export interface Disturbances {
	readonly counts: Record<
		"imports" | "slowPictures" | "backups" | "kills" | "leaves" | "clockChanges" | "sweeps",
		number
	>;
	/** The last backup, which is complete. */
	readonly backupFile: string;
}

const PRODUCTS = 400;
const PICTURED = 6;

/** Pictures of a few products, in two variants each. */
export interface Studio {
	readonly barcodes: readonly string[];
	/** Writes an import whose products and pictures differ from those of the round before. @returns its folder. */
	writeRound(round: number): string;
}

export async function openStudio(place: Place): Promise<Studio> {
	const products = [...generatedProducts(PRODUCTS)];
	const pictures = await Promise.all(
		[...demoProducts()]
			.slice(0, PICTURED)
			.map(async (product) => [
				await renderPackshot(product, "front"),
				await renderPackshot(product, "front_clean"),
			]),
	);
	return {
		barcodes: products.map(({ barcode }) => barcode),
		writeRound(round) {
			const folder = join(place.folder, "import");
			rmSync(folder, { recursive: true, force: true });
			mkdirSync(folder);
			const lines = products.map((product, index) => {
				const isChanged = index % 4 === round % 4;
				const info = isChanged ? { ...product.info, brand: `Brand ${round % 50}` } : product.info;
				return JSON.stringify({ ...product, info });
			});
			writeFileSync(join(folder, "products.ndjson"), lines.join("\n"));
			products.slice(0, PICTURED).forEach(({ barcode }, index) => {
				const [front, clean] = pictures[(index + round) % PICTURED] ?? [];
				if (front) writeFileSync(join(folder, `${barcode}_front.jpg`), front);
				if (clean) writeFileSync(join(folder, `${barcode}_front_clean.png`), clean);
			});
			return folder;
		},
	};
}

/** Barcodes of the products with pictures. */
export function picturedOf({ barcodes }: Studio): readonly string[] {
	return barcodes.slice(0, PICTURED);
}

interface DisturbanceParts {
	readonly place: Place;
	readonly studio: Studio;
	readonly clock: NodeClock;
	/** The node that is killed, and for how long kills go on. */
	readonly victim: Node;
	readonly killsForMs: number;
	readonly seen: Seen;
	readonly durationMs: number;
	readonly isOver: () => boolean;
	/** Deletes expired data as a server would whose clock is this many hours ahead. */
	readonly sweep: (hours: number) => Promise<void>;
}

/** Offsets of the clock of all nodes, in turn; beyond a day, expired data is deleted. */
const CLOCK_HOURS = [2, 0, -2, 0, 26, 0];
/** Expired data is deleted this much later (SPEC D40). */
const GRACE_HOURS = 24;
const CLOCK_NOTICED_MS = 3000;
/** Imports run at the lowest priority: on a machine kept busy by others, a picture may not be finished in time. */
const TOO_SLOW = /takes longer than/;

/** Disturbs an installation until the soak is over. Each kind of disturbance recurs as often as its share says, or as often as it can. */
export async function disturb(parts: DisturbanceParts): Promise<Disturbances> {
	const { place, studio, clock, victim, killsForMs, seen, durationMs, isOver } = parts;
	const beganMs = performance.now();
	const counts = { imports: 0, slowPictures: 0, backups: 0, kills: 0, leaves: 0, clockChanges: 0, sweeps: 0 };
	const backupFile = join(place.folder, "backup.tar");

	/** @param times how often over the whole run. */
	async function recurring(times: number, act: () => Promise<void>): Promise<void> {
		for (;;) {
			const until = performance.now() + durationMs / (times + 0.5);
			while (performance.now() < until && !isOver()) await sleep(100);
			if (isOver()) return;
			await act();
		}
	}

	async function runOrNote(...args: readonly string[]): Promise<void> {
		const { status, stderr } = await runCommand(place.settings, ...args);
		if (status !== 0) noteWrong(seen, `packshot ${args.join(" ")}: ${status} ${stderr}`);
	}

	await Promise.all([
		recurring(20, async () => {
			const folder = studio.writeRound(++counts.imports);
			const { status, stdout, stderr } = await runCommand(place.settings, "import", folder, "--json");
			const refused: { reason: string }[] = stdout.startsWith("{") ? JSON.parse(stdout).refused : [];
			const isSlow = refused.length > 0 && refused.every(({ reason }) => TOO_SLOW.test(reason));
			if (isSlow) counts.slowPictures += refused.length;
			else if (status !== 0) noteWrong(seen, `import: ${status} ${stderr}${JSON.stringify(refused)}`);
		}),
		recurring(6, async () => {
			rmSync(backupFile, { force: true });
			await runOrNote("backup", backupFile);
			counts.backups++;
		}),
		recurring(2 * CLOCK_HOURS.length, async () => {
			if (clock.fixedBecause !== undefined) return;
			const hours = CLOCK_HOURS[counts.clockChanges % CLOCK_HOURS.length] ?? 0;
			clock.set(hours * HOUR_SECONDS);
			counts.clockChanges++;
			if (hours <= GRACE_HOURS) return;
			// Wait until every process has noticed: what is swept must have expired for all of them.
			await sleep(CLOCK_NOTICED_MS);
			await parts.sweep(hours);
			counts.sweeps++;
		}),
		recurring(50, async () => {
			if (performance.now() > beganMs + killsForMs) return;
			// Every third time it leaves as it is asked to.
			const isKilled = (counts.kills + counts.leaves) % 3 < 2;
			if (isKilled) await victim.kill();
			else if ((await victim.stop()) !== 0)
				noteWrong(seen, "a node that was asked to leave did not end well");
			counts[isKilled ? "kills" : "leaves"]++;
			await victim.start();
		}),
	]);
	clock.set(0);
	return { counts, backupFile };
}
