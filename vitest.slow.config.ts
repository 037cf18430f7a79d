import { defineConfig } from "vitest/config";
import { SLOW_PATIENCE_MS } from "./test/support/patience.ts";
import { isLong } from "./test/support/thoroughness.ts";
import base, { common, GLOBAL_SETUP, LONG, options } from "./vitest.config.ts";

/** Suites with timing assertions: each has the machine to itself. */
const TIMED = [
	"test/browser/first-visit.test.ts",
	"test/faults/many-callers.test.ts",
	"test/faults/workers.test.ts",
];

/**
 * Further examples of kinds that the gate has one of, by the promise that each holds: `npm run test:long` runs them, and every release needs
 * that to be green.
 */
const ONLY_IN_LONG_RUNS = {
	// Pages: the gate looks at every page, and goes through signing up, paying, ordering and importing.
	"test/browser/broken-answers.test.ts": "pages say what to do after answers that cannot be read",
	"test/browser/camera.test.ts": "barcodes are scanned with the camera",
	"test/browser/catalogue.test.ts": "a product is found, edited, reverted and restored in the pages",
	"test/browser/documentation.test.ts": "the documentation is searched and read by keyboard and on phones",
	"test/browser/lists.test.ts": "a table of barcodes is read as people have it",
	"test/browser/members.test.ts": "people join an account by a link, and leave it",
	"test/browser/proposing.test.ts": "a proposal is approved by keyboard",
	"test/browser/sign-up-by-mail.test.ts": "an account is opened through a mailed link",
	"test/browser/studio.test.ts": "the groups of a memory card are corrected and imported",
	"test/browser/trace.test.ts": "a leak is traced in the pages",
	"test/browser/watermark.test.ts": "a style is previewed and applied in the pages",
	// Kills: the gate kills servers and nodes that charge, and imports.
	"test/faults/cut-off-import.test.ts": "an import on the command line is cut off and repeated",
	"test/faults/killed-alerts.test.ts":
		"killed servers, imports and processes leave alerts and certificates exact",
	"test/faults/killed-automatic.test.ts": "killed servers pay once for each fall of a balance",
	"test/faults/killed-followers.test.ts": "a killed consumer of changes has an exact copy",
	"test/faults/killed-pulls.test.ts": "a killed packshot-pull never pays twice",
	"test/faults/killed-renewal.test.ts": "a killed upgrade renews all file sizes",
	"test/faults/killed-reprocessing.test.ts": "another server takes over the preparing of pictures",
	"test/faults/killed-senders.test.ts": "another node takes over webhooks",
	"test/faults/killed-tracing.test.ts": "another server takes over a case",
	// Faults of databases and disks: the gate has a stopped database, a lost primary and a full disk.
	"test/faults/behind-pgbouncer.test.ts": "charges are exact behind a connection pooler",
	"test/faults/failover.test.ts": "two nodes follow a failover",
	"test/faults/io-errors.test.ts": "errors of the disk lose nothing that was acknowledged",
	"test/faults/late-commits.test.ts": "a polling client sees what slow importers commit late",
	// Whole installations: the gate restores a backup and moves a catalogue within one process.
	"test/contract/orders-carried.test.ts": "orders survive backups and moves from one engine to the other",
	"test/faults/moving.test.ts": "a running installation moves to PostgreSQL and S3 and back, killed midway",
	"test/faults/cluster.test.ts":
		"the processes of the compose file charge exactly while nodes join, leave and are killed",
	"test/faults/soak.test.ts": "the soak test notices growth",
	// Proxies: the gate goes through nginx's files.
	"test/faults/behind-caddy.test.ts": "every route works through Caddy's file",
	// Callers: the gate has five hundred that are slow.
	"test/faults/unread-answers.test.ts": "callers that read nothing keep no files open",
	// Pictures: the gate has every format, in ordinary sizes.
	"test/pictures/import-memory.test.ts": "the largest pictures are prepared one at a time",
	"test/pictures/large-picture.test.ts": "a picture of 50 megapixels is delivered",
	"test/contract/quality-notes.test.ts": "doubtful pictures are noted",
	"test/contract/reprocess-pictures.test.ts": "outdated pictures are prepared again",
	// Shops: the gate uploads to a bucket, and pulls short lists.
	"test/contract/packshot-pull-many.test.ts": "5,000 codes are priced, bought and fetched with few requests",
	"test/contract/wordpress-uploads.test.ts": "pictures arrive in the media library of a WordPress site, once",
	"marking/src/attribution/leak-origin.test.ts":
		"a leak is told from the same photograph from elsewhere, after every attack",
	"marking/src/attribution/register.test.ts": "leaks are registered after every attack",
	"test/packages/container.test.ts": "the image holds, runs and writes what it should",
};

const limits = {
	pool: "threads",
	testTimeout: 7 * SLOW_PATIENCE_MS,
	hookTimeout: 7 * SLOW_PATIENCE_MS,
	// Leases run for twenty seconds, and four suites and PostgreSQL's share the machine.
	expect: { poll: { timeout: SLOW_PATIENCE_MS } },
	isolate: options.isolate,
	experimental: options.experimental,
} as const;

/** `npm run release` names the suites that it runs. */
const isRelease = process.env.PACKSHOT_TEST_RELEASE !== undefined;

/** The suites that break things on purpose, take long or need a system tool: `npm run test:slow`. */
export default defineConfig({
	test: {
		globalSetup: GLOBAL_SETUP,
		reporters: base.test?.reporters ?? [],
		sequence: base.test?.sequence ?? {},
		projects: [
			{
				...common,
				test: {
					...limits,
					name: "side by side",
					include: [
						"test/browser/**/*.test.ts",
						"test/faults/**/*.test.ts",
						"test/pictures/**/*.test.ts",
						"test/packages/**/*.test.ts",
						...LONG,
					],
					exclude: [...TIMED, ...(isLong || isRelease ? [] : Object.keys(ONLY_IN_LONG_RUNS))],
					// More than cores, because many of them mostly wait; not many more, because PostgreSQL's run goes beside them.
					maxWorkers: 3,
					sequence: { groupOrder: 0 },
				},
			},
			{
				...common,
				test: { ...limits, name: "alone", include: TIMED, maxWorkers: 1, sequence: { groupOrder: 1 } },
			},
		],
	},
});
