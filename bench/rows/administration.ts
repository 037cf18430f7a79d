import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { copyCatalogue, fillSearchable, PRODUCTS } from "../administration/catalogue.ts";
import { fillEvents } from "../administration/events.ts";
import { type Filling, openFilling, type Settings } from "../administration/filling.ts";
import { fillPeople, type Models } from "../administration/people.ts";
import { timeWalk } from "../administration/timed-walk.ts";
import { fillBought, fillWork } from "../administration/work.ts";
import { onPostgres } from "../both-engines.ts";
import { type Caller, signedIn } from "../caller.ts";
import { type Figure, median, type Unmeasured } from "../figure.ts";
import { filledBarcodes } from "../filled-catalogue.ts";
import { signedInPerson } from "../person.ts";
import { ports, startPackshot } from "../processes.ts";
import type { Stage } from "../stage.ts";
import { atMost, type Row, withAim } from "./row.ts";

/**
 * Every list of the pages, with every filter, on both engines, with 1,000,000 products, 10,000 clients and as many events as the stage says;
 * and reads of the API at the same time.
 */
export const administrationRow: Row = { name: "administration", measure };

const LONGEST_MS = 200;
/** Number of slowest requests to print during the run. */
const TOLD = 12;

async function measure(stage: Stage): Promise<(Figure | Unmeasured)[]> {
	const data = join(stage.folder, "administration");
	mkdirSync(data);
	await fillSearchable(data, PRODUCTS);
	const onSqlite = await measureOn(stage, { engine: "SQLite", data, settings: {} });
	const onServer = await onPostgres("administration", (settings, url) => {
		const folder = join(stage.folder, "administration-postgres");
		mkdirSync(folder);
		const copy = (filling: Filling) => copyCatalogue(data, url, filling);
		return measureOn(stage, { engine: "PostgreSQL", data: folder, settings }, copy);
	});
	return [...onSqlite, ...onServer];
}

interface Place {
	readonly engine: string;
	readonly data: string;
	readonly settings: Settings;
}

/** @param prepare fills in the catalogue if there is none yet */
async function measureOn(
	{ entries, pace }: Stage,
	{ engine, data, settings }: Place,
	prepare: (filling: Filling) => Promise<void> = async () => undefined,
): Promise<Figure[]> {
	const port = ports.administration;
	const nowMs = Date.now();
	const person = await signedInPerson(data, port, settings);
	const filling = await openFilling(data, settings);
	await prepare(filling);
	const begun = await startPackshot(data, port, settings);
	const caller = await signedIn(data, port, ["--owner", person.email], settings);
	await begun.stop();
	const models = { clientId: caller.credentials.client_id, accountId: person.accountId };
	const barcode = await fillAll(filling, models, { entries, nowMs });
	const server = await startPackshot(data, port, settings);
	try {
		const walking = () =>
			timeWalk(person, { clientId: models.clientId, barcode, nowMs, entries }, Math.max(3, pace.rounds));
		const alone = await readTime(caller, Promise.resolve());
		const timed = (await walking()).sort((one, other) => other.milliseconds - one.milliseconds);
		for (const { what, milliseconds } of timed.slice(0, TOLD))
			console.error(`${engine}: ${milliseconds.toFixed(0)} ms, ${what}`);
		const beside = await readTime(caller, walking());
		return [slowestOf(engine, timed), readsBeside(engine, alone, beside)];
	} finally {
		await server.stop();
	}
}

/** @returns the barcode of the product with many changes. */
async function fillAll(
	filling: Filling,
	models: Models,
	{ entries, nowMs }: { readonly entries: number; readonly nowMs: number },
): Promise<string> {
	try {
		await fillPeople(filling, models, nowMs);
		await fillWork(filling, PRODUCTS, nowMs);
		await fillBought(filling, models, nowMs);
		await fillEvents(filling, models, entries, nowMs);
		const [first] = await filling.run("select barcode from product order by id limit 1");
		return String(first?.barcode);
	} finally {
		await filling.close();
	}
}

function slowestOf(engine: string, timed: Awaited<ReturnType<typeof timeWalk>>): Figure {
	const { what = "", milliseconds = Number.NaN } = timed[0] ?? {};
	return atMost(LONGEST_MS, {
		what: `slowest of ${timed.length} requests for lists of the pages, ${engine}: ${what}`,
		measured: milliseconds,
		unit: "ms",
	});
}

function readsBeside(engine: string, aloneMs: number, besideMs: number): Figure {
	const ratio = aloneMs / besideMs;
	const figure = {
		what: `GET, one scope, one caller beside somebody who goes through these lists, ${engine}`,
		measured: besideMs,
		unit: "ms",
		beside: { what: "alone", measured: aloneMs },
		ratio,
	};
	return withAim(figure, "ratio ≥ 0.8", ratio >= 0.8);
}

/** Minimum number of reads. */
const READS = 1000;

/** Median time of consecutive reads while something else is running. */
async function readTime(caller: Caller, other: Promise<unknown>): Promise<number> {
	let isOver = false;
	const over = other.finally(() => {
		isOver = true;
	});
	const barcodes = filledBarcodes(PRODUCTS, READS);
	const times: number[] = [];
	for (let place = 0; place < READS || !isOver; place++) {
		const { milliseconds } = await caller.call(`/products/${barcodes[place % barcodes.length]}?include=info`);
		times.push(milliseconds);
	}
	await over;
	return median(times);
}
