import { setTimeout as sleep } from "node:timers/promises";
import { loadConfig } from "../../src/config.ts";
import { type Installation, openInstallation } from "../../src/installation.ts";
import { sweep } from "../../src/retention.ts";
import { type Account, checkAccount } from "./accounts.ts";
import { type Caller, createCaller } from "./caller.ts";
import { type Disturbances, disturb, openStudio, picturedOf } from "./disturbances.ts";
import { createNode, createNodeClock, type Node } from "./nodes.ts";
import { documentOf, openPlace, type Place, runCommand } from "./place.ts";
import { createSampler, type Sample } from "./sampler.ts";
import { nothingSeen, type Seen } from "./told.ts";
import { createVisitor } from "./visitor.ts";
import { checkInBulk, look, order, read, type Work } from "./work.ts";

export interface SoakOptions {
	readonly engine: Place["engine"];
	/** Whether the processes of the compose file are soaked: two nodes behind nginx, with S3. */
	readonly isCluster?: boolean;
	readonly seconds: number;
	/** Called now and then with the progress. */
	readonly progress: (line: string) => void;
}

export interface SoakResult {
	readonly engine: Place["engine"];
	readonly seconds: number;
	readonly seen: Seen;
	readonly samples: readonly Sample[];
	readonly counts: Disturbances["counts"];
	/** Why the clocks were not changed; `undefined` if they were. */
	readonly clockFixedBecause: string | undefined;
	readonly accounts: readonly Account[];
	/** Output of `packshot doctor --read` for the installation and for its last backup after a restore. */
	readonly doctors: readonly { readonly of: string; readonly healthy: boolean; readonly text: string }[];
	/** Stored pictures that no row refers to. */
	readonly orphans: number;
	readonly exitCodes: readonly (number | null)[];
}

/** Seconds between calls of each kind: the load is meant to be long, not high. */
const PACES = { read: 0.05, checkInBulk: 0.25, look: 0.2, order: 4, refresh: 20, visit: 0.4 } as const;
const SAMPLES = 360;

/** Loads and disturbs a separate installation for a while, then checks it. */
export async function soak(options: SoakOptions): Promise<SoakResult> {
	const { engine, seconds, progress } = options;
	const place = await openPlace(engine, options.isCluster === true);
	const closing: (() => Promise<unknown>)[] = [() => place.remove()];
	try {
		const seen = nothingSeen();
		const studio = await openStudio(place);
		await documentOf(place.settings, "import", studio.writeRound(0));
		const clock = createNodeClock(place);
		const nodes: Node[] = [];
		for (const name of nodeNames(place)) {
			const node = await createNode(place, clock, name);
			closing.push(() => node.kill());
			await node.start();
			nodes.push(node);
		}
		await place.cluster?.startNginx();
		const installation = await openInstallation(loadConfig(place.settings));
		closing.push(() => installation.close());

		let until = Number.POSITIVE_INFINITY;
		const isOver = () => performance.now() > until;
		const origin = () => place.cluster?.origin ?? servingOf(nodes)?.origin ?? "";
		const parts = { place, seen, origin, isOver };
		const callers = await Promise.all([1, 2, 3].map(() => clientOf(parts)));
		const visitor = await createVisitor(parts);
		const work = { barcodes: studio.barcodes, pictured: picturedOf(studio), seen, isOver };
		const sampler = createSampler(place, nodes[0] as Node, seen);
		until = performance.now() + seconds * 1000;
		const [{ counts, backupFile }] = await Promise.all([
			disturb({
				place,
				studio,
				clock,
				seen,
				isOver,
				durationMs: seconds * 1000,
				// On SQLite the sampled node is killed during the warm-up, and never after.
				victim: nodes[1] ?? (nodes[0] as Node),
				killsForMs: seconds * (nodes[1] ? 1000 : 250),
				sweep: (hours) => sweepOnce(installation, hours),
			}),
			sampler.run(Math.max(500, (seconds * 1000) / SAMPLES), isOver),
			tellProgress(parts, progress, seconds),
			...callers.flatMap((caller) => loadOf(caller, work)),
			paced(isOver, PACES.visit, () => visitor.visit()),
		]);
		const exitCodes = await Promise.all(nodes.map((node) => node.stop()));
		const accounts = [];
		for (const { told } of callers) accounts.push(await checkAccount(installation.db, told));
		const here = await doctorOf(place.settings, "the installation");
		return {
			engine,
			seconds,
			seen,
			samples: sampler.samples,
			counts,
			accounts,
			exitCodes,
			clockFixedBecause: clock.fixedBecause,
			doctors: [here.found, await doctorOfBackup(place, backupFile)],
			orphans: here.unnamedBlobs,
		};
	} finally {
		for (const close of closing.reverse()) await close();
	}
}

/** Only the first node is sampled, so it is never killed; SQLite has a single process. */
function nodeNames({ engine, cluster }: Place): string[] {
	if (cluster) return Object.keys(cluster.nodes);
	return engine === "PostgreSQL" ? ["first", "second"] : ["first"];
}

/** A random serving node, as a load balancer would choose; any node if none is serving. */
function servingOf(nodes: readonly Node[]): Node | undefined {
	const serving = nodes.filter((node) => node.pid() !== undefined);
	const choice = serving.length > 0 ? serving : nodes;
	return choice[Math.floor(Math.random() * choice.length)];
}

interface Parts {
	readonly place: Place;
	readonly seen: Seen;
	readonly origin: () => string;
	readonly isOver: () => boolean;
}

async function clientOf({ place, seen, origin, isOver }: Parts): Promise<Caller> {
	const unlimited = ["--credits", "10000000", "--rpm", "1000000000", "--rpd", "1000000000"];
	const created = await documentOf(place.settings, "client", "create", "--name", "Soak", ...unlimited);
	return createCaller({ clientId: created.client_id, apiKey: created.api_key, seen, origin, isOver });
}

/** Everything that one client does, each activity at its own pace. */
function loadOf(caller: Caller, work: Work): Promise<void>[] {
	return [
		paced(work.isOver, PACES.read, () => read(caller, work)),
		paced(work.isOver, PACES.checkInBulk, () => checkInBulk(caller, work)),
		paced(work.isOver, PACES.look, () => look(caller, work)),
		paced(work.isOver, PACES.order, () => order(caller, work)),
		paced(work.isOver, PACES.refresh, () => caller.refresh()),
	];
}

async function paced(isOver: () => boolean, seconds: number, act: () => Promise<void>): Promise<void> {
	while (!isOver()) {
		await act();
		// Between half and one and a half times the pace, so that callers do not run in lockstep.
		await sleep(seconds * 1000 * (0.5 + Math.random()));
	}
}

async function sweepOnce({ db, clock }: Installation, hours: number): Promise<void> {
	const nowMs = clock.now() + hours * 3_600_000;
	while (await db.write(sweep, { nowMs })) await sleep(10);
}

async function tellProgress(
	{ seen, isOver }: Parts,
	progress: SoakOptions["progress"],
	seconds: number,
): Promise<void> {
	const beganMs = performance.now();
	while (!isOver()) {
		for (let waited = 0; waited < seconds / 20 && !isOver(); waited += 0.25) await sleep(250);
		const elapsed = Math.round((performance.now() - beganMs) / 1000);
		progress(`${elapsed} s: ${seen.calls} calls, ${seen.wrongCount} wrong answers`);
	}
}

async function doctorOf(settings: Place["settings"], of: string) {
	const { status, stdout, stderr } = await runCommand(settings, "doctor", "--read", "--json");
	const document = stdout.startsWith("{") ? JSON.parse(stdout) : undefined;
	const text = status === 0 ? "" : `${stderr}${stdout.slice(0, 4000)}`;
	const unnamedBlobs: number = document?.pictures.unnamedBlobs ?? Number.NaN;
	return { found: { of, healthy: status === 0, text }, unnamedBlobs };
}

/** Restores the last backup into a separate installation on SQLite. */
async function doctorOfBackup(place: Place, file: string) {
	const { PACKSHOT_DATABASE_URL: _, PACKSHOT_BLOB_URL: __, ...settings } = place.settings;
	const restored = { ...settings, PACKSHOT_DATA: `${place.folder}/restored` };
	const { status, stderr } = await runCommand(restored, "restore", file);
	const of = "the last backup, restored";
	if (status !== 0) return { of, healthy: false, text: stderr };
	return (await doctorOf(restored, of)).found;
}
