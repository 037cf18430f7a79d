import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type Browser, type BrowserContextOptions, chromium } from "playwright-core";
import { CHROMIUM, whyNoBrowser } from "../../test/support/chromium.ts";
import { enterCredentials } from "../../test/support/people.ts";
import { type Click, type ClickedWindow, openWindow } from "../clicks/clicked-window.ts";
import { clickAsAdministrator, clickAsHolder } from "../clicks/rounds.ts";
import { slowestFirst } from "../clicks/slowest-first.ts";
import type { Figure, Unmeasured } from "../figure.ts";
import { ports, processorSeconds, type Server, startDemo } from "../processes.ts";
import type { Stage } from "../stage.ts";
import { atMost, type Row } from "./row.ts";

/** Every page of the demo from the click until it is complete, in Chromium, with an empty browser cache in each round. */
export const clicksRow: Row = { name: "clicks", measure };

const LONGEST_MS = 300;
const LEAST_ROUNDS = 5;

const people = [
	{ who: "account_holder", pages: "pages and tabs of a key", clickThrough: clickAsHolder },
	{ who: "administrator", pages: "pages of administration", clickThrough: clickAsAdministrator },
] as const;

type Person = (typeof people)[number];

async function measure({ folder, pace }: Stage): Promise<(Figure | Unmeasured)[]> {
	const skipped = whyNoBrowser();
	if (skipped !== undefined) return [{ what: "clicks on the demo", skipped }];
	const data = join(folder, "clicks");
	mkdirSync(data);
	const server = await startDemo(data, ports.clicks);
	const rounds = Math.max(LEAST_ROUNDS, pace.rounds);
	try {
		const figures: Figure[] = [];
		for (const person of people) figures.push(...(await measureFor(person, { data, server }, rounds)));
		return figures;
	} finally {
		await server.stop();
	}
}

interface Demo {
	readonly data: string;
	readonly server: Server;
}

async function measureFor(
	{ who, pages, clickThrough }: Person,
	demo: Demo,
	rounds: number,
): Promise<Figure[]> {
	const storageState = await signIn(demo, who);
	const done: Round[] = [];
	while (done.length < rounds) done.push(await clickedRound(demo, storageState, clickThrough));
	const clicks = done.flatMap((round) => round.clicks);
	const found = slowestFirst(clicks);
	for (const { path, middleMs, longestMs } of found)
		console.error(`${path}: ${middleMs.toFixed(0)} ms, at most ${longestMs.toFixed(0)} ms`);
	const { path = "", middleMs = Number.NaN } = found[0] ?? {};
	const figure = {
		what: `slowest of ${found.length} ${pages} of the demo after a click, middle of ${rounds} rounds: ${path}`,
		measured: middleMs,
		unit: "ms",
		beside: { what: "longest of all clicks", measured: Math.max(...found.map(({ longestMs }) => longestMs)) },
	};
	const cpuMs = done.reduce((sum, round) => sum + round.cpuMs, 0) / clicks.length;
	const what = `CPU time of browser and service for one of these ${pages}, on average`;
	return [atMost(LONGEST_MS, figure), { what, measured: cpuMs, unit: "ms" }];
}

const windows = { baseURL: `http://127.0.0.1:${ports.clicks}`, reducedMotion: "reduce" } as const;

type SignedIn = Exclude<BrowserContextOptions["storageState"], undefined>;

async function signIn({ data }: Demo, who: Person["who"]): Promise<SignedIn> {
	const { email, password } = JSON.parse(readFileSync(join(data, "demo-credentials.json"), "utf8"))[who];
	const browser = await launch();
	try {
		const page = await browser.newPage(windows);
		await enterCredentials(page, email, password);
		await page.waitForURL(({ pathname }) => pathname !== "/sign-in");
		return await page.context().storageState();
	} finally {
		await browser.close();
	}
}

interface Round {
	readonly clicks: readonly Click[];
	/** CPU time of service and browser during the clicks. */
	readonly cpuMs: number;
}

async function clickedRound(
	{ server }: Demo,
	storageState: SignedIn,
	clickThrough: (window: ClickedWindow) => Promise<Click[]>,
): Promise<Round> {
	const browser = await launch();
	try {
		const window = await openWindow(browser, { ...windows, storageState });
		const before = await cpuSeconds(server, browser);
		const clicks = await clickThrough(window);
		return { clicks, cpuMs: 1000 * ((await cpuSeconds(server, browser)) - before) };
	} finally {
		await browser.close();
	}
}

function launch(): Promise<Browser> {
	return chromium.launch({ executablePath: CHROMIUM, args: ["--no-sandbox"] });
}

/** CPU time of the service and all processes of a browser so far. */
async function cpuSeconds({ process: { pid } }: Server, browser: Browser): Promise<number> {
	const session = await browser.newBrowserCDPSession();
	const { processInfo } = await session.send("SystemInfo.getProcessInfo");
	await session.detach();
	return processInfo.reduce((sum, { cpuTime }) => sum + cpuTime, processorSeconds(pid));
}
