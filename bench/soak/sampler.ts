import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Client } from "pg";
import type { Node } from "./nodes.ts";
import type { Place } from "./place.ts";
import type { Seen } from "./told.ts";

/** The state of an installation and of one of its servers at one moment. */
export interface Sample {
	/** Since the start of the soak. */
	readonly seconds: number;
	readonly calls: number;
	/** The process, which changes after a kill. */
	readonly pid: number;
	readonly rssMegabytes: number;
	/** Of the main thread. */
	readonly heapMegabytes: number;
	/** Memory that JavaScript holds outside that heap, including cached pictures. */
	readonly externalMegabytes: number;
	/** Resident anonymous memory: what the process allocated. */
	readonly anonymousMegabytes: number;
	readonly cachedPicturesMegabytes: number;
	readonly descriptors: number;
	readonly threads: number;
	/** Size of the database on disk, without the WAL, which is reused. */
	readonly databaseMegabytes: number;
	readonly blobs: number;
	readonly blobMegabytes: number;
	/** Files in the data folder that belong neither to the database nor to the blobs. */
	readonly otherFiles: number;
	/** Open connections to PostgreSQL, from all nodes. */
	readonly databaseConnections: number;
	/** Connections to PostgreSQL since the start of the soak. */
	readonly databaseSessions: number;
}

export interface Sampler {
	readonly samples: readonly Sample[];
	/** Samples periodically until told to stop. */
	run(everyMs: number, isOver: () => boolean): Promise<void>;
}

/** Samples the installation and `node`, which should survive the soak. */
export function createSampler(place: Place, node: Node, seen: Seen): Sampler {
	const samples: Sample[] = [];
	const beganMs = performance.now();
	return {
		samples,
		async run(everyMs, isOver) {
			while (!isOver()) {
				const seconds = (performance.now() - beganMs) / 1000;
				const sample = await sampleOf(place, node).catch(() => undefined);
				if (sample) samples.push({ seconds, calls: seen.calls, ...sample });
				for (let waitedMs = 0; waitedMs < everyMs && !isOver(); waitedMs += 250) await sleep(250);
			}
		},
	};
}

async function sampleOf(place: Place, node: Node): Promise<Omit<Sample, "seconds" | "calls"> | undefined> {
	const pid = node.pid();
	if (pid === undefined) return undefined;
	const status = readFileSync(`/proc/${pid}/status`, "utf8");
	const metrics = await fetch(node.metricsUrl).then((answer) => answer.text());
	const megabytesOf = (metric: RegExp) =>
		[...metrics.matchAll(metric)].reduce((sum, [, bytes]) => sum + Number(bytes), 0) / 2 ** 20;
	const numberOf = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+)`, "m").exec(status)?.[1]);
	return {
		pid,
		rssMegabytes: numberOf("VmRSS") / 1024,
		anonymousMegabytes: numberOf("RssAnon") / 1024,
		heapMegabytes: megabytesOf(/^nodejs_heap_size_used_bytes (\S+)/gm),
		externalMegabytes: megabytesOf(/^nodejs_external_memory_bytes (\S+)/gm),
		cachedPicturesMegabytes: megabytesOf(/^packshot_picture_cache_bytes\{.*\} (\S+)/gm),
		descriptors: readdirSync(`/proc/${pid}/fd`).length,
		threads: numberOf("Threads"),
		...filesOf(place.data),
		...(await databaseOf(place)),
	};
}

function filesOf(folder: string): Pick<Sample, "blobs" | "blobMegabytes" | "otherFiles"> {
	let [blobs, blobBytes, otherFiles] = [0, 0, 0];
	for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
		const found = statSync(join(folder, name), { throwIfNoEntry: false });
		if (!found?.isFile() || /^packshot\.sqlite/.test(name)) continue;
		if (name.startsWith("blobs/")) {
			blobs++;
			blobBytes += found.size;
		} else otherFiles++;
	}
	return { blobs, blobMegabytes: blobBytes / 2 ** 20, otherFiles };
}

type DatabaseState = Pick<Sample, "databaseMegabytes" | "databaseConnections" | "databaseSessions">;

async function databaseOf(place: Place): Promise<DatabaseState> {
	if (place.databaseUrl === undefined) {
		const bytes = statSync(join(place.data, "packshot.sqlite")).size;
		return { databaseMegabytes: bytes / 2 ** 20, databaseConnections: 0, databaseSessions: 0 };
	}
	const client = new Client(place.databaseUrl);
	await client.connect();
	try {
		const { rows } = await client.query(`select pg_database_size(current_database())::float / 1048576 as size,
			(select count(*)::int from pg_stat_activity where application_name like 'packshot %') as open,
			(select sessions::int from pg_stat_database where datname = current_database()) as sessions`);
		const [{ size, open, sessions }] = rows as [{ size: number; open: number; sessions: number }];
		return { databaseMegabytes: size, databaseConnections: open, databaseSessions: sessions };
	} finally {
		await client.end();
	}
}
