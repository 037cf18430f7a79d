import { checkLedger, type LedgerCheck } from "../billing/ledger/check-ledger.ts";
import { stoppedFollowers } from "../billing/ledger/follower.ts";
import { checkSpending } from "../billing/pages/spending/check-spending.ts";
import { checkTopUps } from "../billing/pages/top-ups/check.ts";
import { checkDays } from "../billing/usage/check-days.ts";
import { checkUsage } from "../billing/usage/check-usage.ts";
import { allStoredShort, type StoredShort } from "../catalogue/barcodes/stored-short.ts";
import { checkChanges } from "../catalogue/changes/check-changes.ts";
import { createFeed } from "../catalogue/changes/feed.ts";
import { checkHistory } from "../catalogue/history/check-history.ts";
import { allPairs, type Pair } from "../catalogue/pages/editing/pairs.ts";
import { checkTexts, type TextCheck } from "../catalogue/search/check-texts.ts";
import { checkImports } from "../imports/batches/check-imports.ts";
import { type Installation, requireInstallation } from "../installation.ts";
import { CASE_PREFIX } from "../leaks/cases/case-files.ts";
import { type CaseCheck, checkCases } from "../leaks/cases/check-cases.ts";
import { checkBought } from "../orders/bought/check-bought.ts";
import { checkOrders, type OrderCheck } from "../orders/check-orders.ts";
import { CONTENT_PREFIX } from "../orders/contents/order-content.ts";
import { checkAccounts } from "../people/accounts/check.ts";
import { checkIndex, type IndexCheck } from "../pictures/prints/check-index.ts";
import { checkRights, type RightsCheck } from "../pictures/rights/check-rights.ts";
import { checkPictures, type PictureCheck } from "../pictures/store/check-pictures.ts";
import { listNotedPictures, type NotedPictures } from "../pictures/store/flagged-pictures.ts";
import { countedNotes, notesInWords } from "../pictures/store/quality-notes.ts";
import { checkWatermark } from "../pictures/style/check-watermark.ts";
import { integrityFaults } from "../platform/db/integrity.ts";
import { type SqliteLibrary, sqliteLibrary } from "../platform/db/sqlite/library.ts";
import { checkMail, type MailCheck } from "../platform/mail/check.ts";
import { parseWebUrl } from "../platform/web-url.ts";
import { checkProposals } from "../proposals/check.ts";
import { PROPOSAL_PREFIX } from "../proposals/tables.ts";
import { checkWebhooks } from "../webhooks/register/check.ts";
import { createChangeFeed } from "../webhooks/send/feed.ts";
import { type AddCommand, examples, exitCodes, UsageFailure } from "./command-line.ts";
import { counted } from "./counted.ts";
import { goThroughLiveList, type LiveOptions, liveReport, modesBeforeOpening } from "./doctor-live.ts";
import { sqliteInWords } from "./sqlite-in-words.ts";

/** Number of pictures with notes listed in text output; `--json` lists all. */
const LISTED = 20;

export const addDoctor: AddCommand = (program, line) => {
	program
		.command("doctor")
		.description(
			"check database, ledger, pictures, changes and webhooks, and report what is wrong; works while the service runs",
		)
		.option("--read", "also read every stored picture and check its hash", false)
		.option("--live", "also go through the list for going live: address, mail, clock, room, files", false)
		.option("--mail-to <address>", "with --live: hand the mail server a message for this address")
		.option("--clock <url>", "with --live: compare the clock with that of this web server")
		.addHelpText(...examples("doctor", "doctor --read --json", "doctor --live --mail-to me@example.com"))
		.action(async (options: Options) => {
			const { read, live } = options;
			if (!live && (options.mailTo ?? options.clock) !== undefined) {
				throw new UsageFailure("--mail-to and --clock go with --live");
			}
			if (options.clock !== undefined && !parseWebUrl(options.clock)) {
				throw new UsageFailure(`--clock takes an http or https address, not "${options.clock}"`);
			}
			await requireInstallation(line.config());
			const modes = live ? modesBeforeOpening(line.config(), process.execArgv) : [];
			await line.withInstallation(async (installation) => {
				const found = await examine(installation, { read, ...line.config().retention });
				const gone = live ? await goThroughLiveList(line.config(), installation, options) : [];
				const list = [...modes, ...gone];
				const healthy = isHealthy(found) && list.every(({ result }) => result !== "wrong");
				const sqlite = line.config().database.url === undefined ? sqliteLibrary() : undefined;
				const document = { healthy, ...(sqlite ? { sqlite: described(sqlite) } : {}), ...found };
				line.print(live ? { ...document, live: list } : document, [
					...(sqlite ? [sqliteReport(sqlite)] : []),
					...reports(found, read),
					...liveReport(list),
				]);
				if (!healthy) line.exitWith(exitCodes.failure);
			});
		});
};

interface Options extends LiveOptions {
	readonly read: boolean;
	readonly live: boolean;
}

type Findings = Awaited<ReturnType<typeof examine>>;

/** Every check by its name in the JSON document. */
export async function examine(
	installation: Installation,
	{ read, auditDays }: { readonly read: boolean; readonly auditDays: number },
) {
	const { db, secrets } = installation;
	const except = [CONTENT_PREFIX, PROPOSAL_PREFIX, CASE_PREFIX];
	const feed = createChangeFeed(createFeed(db), secrets.cursorKeys);
	return {
		database: await integrityFaults(db),
		ledger: await checkLedger(db),
		followers: await stoppedFollowers(db),
		usage: await checkUsage(db, { nowMs: Date.now(), auditDays }),
		days: await checkDays(db),
		pictures: await checkPictures(installation, { read, except }),
		quality: await listNotedPictures(db),
		sameGtin: await allPairs(db.scan),
		storedShort: await allStoredShort(db.scan),
		orders: await checkOrders(installation, Date.now()),
		bought: await checkBought(db),
		changes: await checkChanges(db),
		history: await checkHistory(db),
		webhooks: await checkWebhooks(db, secrets.sealKeys, feed),
		search: await checkIndex(db),
		spending: await checkSpending(db),
		mail: await checkMail(db.scan),
		found: await checkTexts(db),
		imports: await checkImports(db),
		proposals: await checkProposals(installation),
		cases: await checkCases(installation, { read }),
		watermark: await checkWatermark(db),
		rights: await checkRights(db),
		accounts: await checkAccounts(db),
		topUps: await checkTopUps(db),
	};
}

export function isHealthy({
	database,
	quality: _quality,
	sameGtin: _pairs,
	storedShort: _short,
	mail: _mail,
	...checks
}: Findings): boolean {
	const faults = Object.values(checks).map((check) => check.faults.length);
	return [...faults, database.length, checks.orders.lineFaults.length].every((count) => count === 0);
}

export function reports(found: Findings, read: boolean): string[] {
	const { usage, days, changes, history, webhooks, spending, bought, imports, proposals } = found;
	const { watermark, accounts, topUps } = found;
	return [
		...report("database", "intact", found.database),
		...ledgerReport(found.ledger),
		...report(
			"usage",
			`hours, days and audit log of ${counted(usage.clients, "client")} match their ledgers`,
			byClient(usage.faults),
		),
		...report("followers", "figures are brought up to date", found.followers.faults),
		...report("days", `the totals of ${counted(days.days, "day")} match their clients`, days.faults),
		...pictureReport(found.pictures, read),
		...qualityReport(found.quality),
		...pairReport(found.sameGtin),
		...shortReport(found.storedShort),
		...orderReport(found.orders),
		...report(
			"products that clients bought",
			`${bought.products}, including every product read`,
			byClient(bought.faults),
		),
		...report("changes", `${changes.changes} without a gap`, changes.faults),
		...report("history", `${counted(history.changes, "change")} of products can be read`, history.faults),
		...report("webhooks", `${webhooks.webhooks} that messages can be sent to`, byClient(webhooks.faults)),
		...searchReport(found.search),
		...report(
			"spending",
			`the totals of ${counted(spending.clients, "client")} match their ledgers`,
			byClient(spending.faults),
		),
		...mailReport(found.mail),
		...foundReport(found.found),
		...report(
			"imports",
			`${counted(imports.imports, "import")} with their reports and refusals`,
			imports.faults,
		),
		...report(
			"suggestions",
			`${proposals.waiting} waiting; ${counted(proposals.pictures, "picture")} with all their files`,
			proposals.faults,
		),
		...caseReport(found.cases),
		...report(
			"watermark",
			watermark.isSaved ? "the saved style can be drawn" : "no style is saved",
			watermark.faults,
		),
		...rightsReport(found.rights),
		...report(
			"accounts",
			`${counted(accounts.accounts, "account")} with their roles, sign-ins and keys`,
			accounts.faults,
		),
		...report("top-ups", `${topUps.approved} approved, each credited once`, byClient(topUps.faults)),
	];
}

function described({ name, version }: SqliteLibrary) {
	return { version, library: name };
}

/** For information: the data is none the worse for an old library. */
function sqliteReport(library: SqliteLibrary): string {
	return `${library.name === "node:sqlite" ? "ok    " : "note  "} ${sqliteInWords(library)}`;
}

function report(what: string, fine: string, faults: readonly string[]): string[] {
	if (faults.length === 0) return [`ok     ${what}: ${fine}`];
	return [`WRONG  ${what}:`, ...faults.map((fault) => `       ${fault}`)];
}

function byClient(faults: readonly { readonly clientId: string; readonly problem: string }[]): string[] {
	return faults.map(({ clientId, problem }) => `${clientId}: ${problem}`);
}

function ledgerReport({ balances, rows, faults }: LedgerCheck): string[] {
	const lines = faults.map(({ balanceKey, seq, problem }) =>
		seq === undefined ? `${balanceKey}: ${problem}` : `${balanceKey}, row ${seq}: ${problem}`,
	);
	return report(
		"ledger",
		`${counted(rows, "row")} of ${counted(balances, "balance")}: every chain is intact and adds up to its balance`,
		lines,
	);
}

function pictureReport({ pictures, faults, unnamedBlobs }: PictureCheck, read: boolean): string[] {
	const lines = faults.map(
		({ barcode, variant, blob, problem }) => `${barcode} ${variant}: ${blob}: ${problem}`,
	);
	const fine = `${pictures} with all their files${read ? ", each unchanged" : ""}`;
	const left = `note   ${unnamedBlobs} stored files belong to no picture; they are harmless`;
	return [...report("pictures", fine, lines), ...(unnamedBlobs > 0 ? [left] : [])];
}

/** For information: a note is not a fault. */
export function qualityReport({ noted, unseen }: NotedPictures): string[] {
	const lines = noted
		.slice(0, LISTED)
		.map(({ barcode, variant, notes }) => `       ${barcode} ${variant}: ${notesInWords(notes)}`);
	const more = noted.length - LISTED;
	const left = `note   the quality of ${counted(unseen, "picture")} has not been checked; run \`packshot images prepare\``;
	return [
		...(noted.length > 0
			? [`note   ${counted(noted.length, "picture")} to look at: ${countedNotes(noted)}`]
			: []),
		...lines,
		...(more > 0 ? [`       … and ${more} more; --json lists all`] : []),
		...(unseen > 0 ? [left] : []),
	];
}

/** For information: both products may be in use. */
export function pairReport(pairs: readonly Pair[]): string[] {
	if (pairs.length === 0) return [];
	const more = pairs.length - LISTED;
	return [
		`note   ${counted(pairs.length, "product")} with the GTIN of another one, in another form; \`packshot catalogue merge KEEP OTHER\` merges them:`,
		...pairs.slice(0, LISTED).map(({ keep, other }) => `       ${keep} ${other}`),
		...(more > 0 ? [`       … and ${more} more; --json lists all`] : []),
	];
}

/** For information: every full form of these barcodes finds them. */
function shortReport(products: readonly StoredShort[]): string[] {
	if (products.length === 0) return [];
	const more = products.length - LISTED;
	return [
		`note   ${counted(products.length, "product")} stored without the leading zeros of its barcode, which a spreadsheet took; \`packshot catalogue fill-up\` gives them back:`,
		...products.slice(0, LISTED).map(({ barcode, whole }) => `       ${barcode}, in full ${whole}`),
		...(more > 0 ? [`       … and ${more} more; --json lists all`] : []),
	];
}

function searchReport({ indexed, waiting, faults }: IndexCheck): string[] {
	const wrong =
		faults.length > 0 ? [...faults, "rebuild the search index of pictures with `packshot images index`"] : [];
	const left = `note   not in the search index yet: ${counted(waiting, "picture")}; the next trace adds them`;
	return [
		...report("search for leaks", `${counted(indexed, "picture")} in the index`, wrong),
		...(waiting > 0 ? [left] : []),
	];
}

/** For information: mail refused by a mail server is not a fault of the installation's data. */
function mailReport({ waiting, givenUp }: MailCheck): string[] {
	return [
		...(waiting > 0 ? [`note   ${waiting} mails are waiting to be sent`] : []),
		...givenUp.map(
			({ reason, mails }) => `note   ${mails} mails of the last few days could not be sent: ${reason}`,
		),
	];
}

function foundReport({ products, packed, isFilled, faults }: TextCheck): string[] {
	const wrong =
		faults.length > 0
			? [...faults, "rebuild the search index of products with `packshot catalogue index`"]
			: [];
	const left =
		"note   not all products of an earlier version can be found yet; a running server indexes them";
	return [
		...report("search for products", `${products} that can be found, ${packed} of them packed`, wrong),
		...(isFilled ? [] : [left]),
	];
}

function orderReport({ orders, faults, lineFaults }: OrderCheck): string[] {
	const lines = [
		...faults.map(({ orderId, clientId, problem }) => `${orderId} of ${clientId}: ${problem}`),
		...byClient(lineFaults),
	];
	return report("orders", `${orders} with their contents, each paid for`, lines);
}

function caseReport({ files, faults }: CaseCheck): string[] {
	const lines = faults.map(
		({ caseId, file, problem }) => `${[caseId, file].filter(Boolean).join(", ")}: ${problem}`,
	);
	return report("cases", `${counted(files, "file")} of traced leaks`, lines);
}

function rightsReport({ isSaved, isRenewed, faults }: RightsCheck): string[] {
	const left =
		"note   not all file sizes of an earlier version include the packet about rights yet; a running server renews them";
	return [
		...report("rights", isSaved ? "the saved texts fit into a packet" : "no texts are saved", faults),
		...(isRenewed ? [] : [left]),
	];
}
