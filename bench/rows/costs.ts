import { sampleAnswer } from "../beside-bare.ts";
import { signedIn } from "../caller.ts";
import { type Figure, median } from "../figure.ts";
import { load } from "../load/load.ts";
import { benchFolder, ports, processorSeconds, type Server, startPackshot, startPeer } from "../processes.ts";
import type { Side } from "../side-by-side.ts";
import { importProducts, PRODUCTS, type Stage, settings } from "../stage.ts";
import { readsOf } from "./reads.ts";
import { type Row, withAim } from "./row.ts";

/** What a read costs in processor time of all threads, which other programs on the machine change less than rates. */
export const costRows: readonly Row[] = [
	{ name: "read-cost", measure: measureCosts },
	{ name: "first-reads", measure: measureFirstReads },
];

/** A busy shop; and as much as there can be. */
const RATES = [3000, undefined];
const MOST_OF_BARE = 3.5;
const SETTLING_SECONDS = 2;

async function measureCosts(stage: Stage): Promise<Figure[]> {
	const served = await stage.plain();
	const figures: Figure[] = [];
	for (const [what, query] of [["all scopes", ""] as const, ["one scope", "?include=info"] as const]) {
		const side = readsOf(served, query);
		const answers = await sampleAnswer(stage.folder, side);
		const bareServer = await startPeer("./bare-server.ts", ports.bare, { ANSWERS: answers });
		const bare = { ...side, port: ports.bare };
		// A program that has just started runs code that is not optimised yet.
		for (const each of [bare, side])
			await load({ port: each.port, seconds: SETTLING_SECONDS, requests: each.requests(0) });
		for (const rate of RATES) {
			const rounds = { ours: [] as number[], bare: [] as number[] };
			for (let round = 0; round < stage.pace.rounds; round++) {
				rounds.bare.push(await costOf(bare, bareServer, stage.pace.seconds, rate));
				rounds.ours.push(await costOf(side, served.server, stage.pace.seconds, rate));
			}
			const [measured, beside] = [median(rounds.ours), median(rounds.bare)];
			const at = rate === undefined ? "at the peak" : `at ${rate.toLocaleString("en")}/s`;
			const figure = { what: `processor time of a GET, ${what}, ${at}`, measured, unit: "µs" };
			const compared = { beside: { what: "bare server", measured: beside }, ratio: measured / beside };
			const isReached = compared.ratio <= MOST_OF_BARE;
			figures.push(withAim({ ...figure, ...compared }, `ratio ≤ ${MOST_OF_BARE}`, isReached));
		}
		await bareServer.stop();
	}
	return figures;
}

const WARM_UP_SECONDS = 0.1;

/** Processor time of one request in microseconds. */
async function costOf({ port, requests }: Side, server: Server, seconds: number, rate?: number) {
	const before = processorSeconds(server.process.pid);
	const job = { port, seconds, warmUpSeconds: WARM_UP_SECONDS, requests: requests(0) };
	const { requestsPerSecond } = await load({
		...job,
		...(rate === undefined ? {} : { requestsPerSecond: rate }),
	});
	const spent = processorSeconds(server.process.pid) - before;
	return (1e6 * spent) / (requestsPerSecond * (seconds + WARM_UP_SECONDS));
}

const FIRST_SECONDS = 10;

/** Reads right after an import and a start, beside those that follow. */
async function measureFirstReads(): Promise<Figure[]> {
	const { folder, remove } = benchFolder();
	const { barcodes } = importProducts(folder, PRODUCTS);
	const prepared = await startPackshot(folder, ports.archive, settings);
	const caller = await signedIn(folder, ports.archive);
	await prepared.stop();
	const server = await startPackshot(folder, ports.archive, settings);
	try {
		const side = readsOf({ folder, server, caller, barcodes });
		const measured = await costOf(side, server, FIRST_SECONDS, RATES[0]);
		const beside = await costOf(side, server, FIRST_SECONDS, RATES[0]);
		const what = "processor time of a GET in the ten seconds after an import and a start, at 3,000/s";
		const ratio = measured / beside;
		const figure = { what, measured, unit: "µs", beside: { what: "the next ten", measured: beside }, ratio };
		return [withAim(figure, "ratio ≤ 1.3", ratio <= 1.3)];
	} finally {
		await server.stop();
		remove();
	}
}
