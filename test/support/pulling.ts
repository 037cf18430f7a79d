import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readBarcodeCell } from "@packshot/tables/barcode-cell";
import { parse } from "csv-parse/sync";
import { onTestFinished } from "vitest";
import { runPull } from "../../pull/src/command.ts";
import { type PullRequest, pull } from "../../pull/src/pull.ts";
import type { PullSurroundings } from "../../pull/src/pulling.ts";
import type { Fetch, Variant } from "../../sdk/src/index.ts";
import { METADATA_SCOPES, VARIANTS } from "../../src/catalogue/fields/scopes.ts";
import { captured } from "./command-line.ts";
import { verifiedBalance } from "./ledger.ts";
import { PLAIN, WHOLE } from "./orders.ts";
import { everyScope } from "./products.ts";
import { NEVER_MS, sdkClient } from "./sdk.ts";
import { startService, type TestClient, type TestService } from "./service.ts";

export const HEBREW = "7290000066318";
export const LIST = [WHOLE, PLAIN, HEBREW];

/** What LIST costs: 0.85, 0.1 and 0.4, in units. */
export const ALL_OF_IT = 13_500;

/** A service that has LIST, with pictures of all products but the second. */
export async function startListService(): Promise<TestService> {
	const service = await startService();
	const soup = { brand: "אסם", product_name: '=מרק, "עוף"' };
	await service.product(
		everyScope(WHOLE),
		{ barcode: PLAIN, info: { brand: "Elite" } },
		{ barcode: HEBREW, info: soup },
	);
	await service.picture(WHOLE, "front");
	await service.picture(WHOLE, "front_clean");
	await service.picture(HEBREW, "front", { seed: 2 });
	return service;
}

/** Units that a client was charged, from a verified ledger. */
export async function spentBy(service: TestService, client: TestClient): Promise<number> {
	const ledger = await service.ledger(client);
	verifiedBalance(ledger);
	return ledger.filter(({ kind }) => kind === "charge").reduce((sum, { units }) => sum - units, 0);
}

/** An empty folder that is deleted after the test. */
export function emptyFolder(): string {
	const folder = mkdtempSync(join(tmpdir(), "packshot-pull-"));
	onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
	return folder;
}

/** The complete `packshot-pull` in this process, run as if without a terminal. */
export async function packshotPull(
	service: TestService,
	client: Pick<TestClient, "clientId" | "apiKey">,
	...args: string[]
) {
	const environment = {
		PACKSHOT_URL: service.origin,
		PACKSHOT_CLIENT_ID: client.clientId,
		PACKSHOT_API_KEY: client.apiKey,
	};
	return captured(() => runPull(args, environment));
}

/** What a run works with; it agrees to everything. @param fetch replaces the system's */
export function surroundingsOf(
	service: TestService,
	client: Pick<TestClient, "clientId" | "apiKey">,
	{ said = [], fetch }: { said?: string[]; fetch?: Fetch | undefined } = {},
): PullSurroundings {
	return {
		packshot: sdkClient(service, client, fetch ? { fetch } : {}).sdk,
		uploader: undefined,
		say: (line) => said.push(line),
		progress: () => ({ advance: () => undefined, end: () => undefined }),
		confirm: async () => true,
		firstPictureTimeoutMs: NEVER_MS,
	};
}

/** Pulls a list of barcodes into a folder. @param fetch replaces the system's */
export function pulled(
	service: TestService,
	client: Pick<TestClient, "clientId" | "apiKey">,
	folder: string,
	{ list, fetch, ...request }: { list: readonly string[]; fetch?: Fetch } & Partial<PullRequest>,
) {
	const said: string[] = [];
	const running = pull(surroundingsOf(service, client, { said, fetch }), {
		entries: list.map((text, at) => ({ line: at + 1, text, barcode: readBarcodeCell(text) })),
		substitutes: { suggestions: false, units: false },
		onlyWithPictures: false,
		label: "test",
		out: folder,
		clientId: client.clientId,
		size: "full",
		settings: { size: "full" },
		wanted: { scopes: new Set(METADATA_SCOPES), variants: new Set(VARIANTS) },
		maxCredits: undefined,
		atOnce: 2,
		shop: undefined,
		...request,
	});
	return { said, running };
}

/** A text without the versions in names of pictures. */
export function unversioned(text: string): string {
	return text.replace(/-[\da-f]{10}(?=\.(?:jpg|png))/g, "");
}

/** A picture in a folder, whatever its version. */
export function pictureIn(folder: string, barcode: string, variant: Variant): string {
	const name = readdirSync(folder).find((each) => each.startsWith(`${barcode}_${variant}-`));
	if (name === undefined) throw new Error(`no ${variant} of ${barcode} in ${folder}`);
	return join(folder, name);
}

/** The files that a user finds in a folder, by name without versions, and without the state and the report, which contains order ids. */
export function filesIn(folder: string): Record<string, string> {
	const names = readdirSync(folder).filter((name) => !/^\.packshot-pull$|^report\./.test(name));
	return Object.fromEntries(
		names.sort().map((name) => [unversioned(name), readFileSync(join(folder, name)).toString("base64")]),
	);
}

/** Rows of a CSV file by column name, as read by another program. */
export function csvRows(text: string | Uint8Array, delimiter = ","): Record<string, string>[] {
	return parse(Buffer.from(text), { columns: true, delimiter });
}
