import { relative } from "node:path";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/**
 * The slowest test files, in order: first those of the slow suites by elapsed time, then the others by CPU time. A long file that starts last
 * keeps one core busy while the others idle, and a fresh checkout has no recorded times.
 */
const SLOWEST = [
	"test/contract/traced-leaks.test.ts",
	"test/packages/documented-commands.test.ts",
	"test/faults/moving.test.ts",
	"test/browser/every-page.test.ts",
	"test/browser/behind-nginx.test.ts",
	"test/faults/killed-nodes.test.ts",
	"test/faults/behind-nginx.test.ts",
	"test/faults/killed-server.test.ts",
	"test/faults/backup.test.ts",
	"test/packages/tarballs.test.ts",
	"test/faults/killed-imports.test.ts",
	"test/faults/cut-off-import.test.ts",
	"test/faults/late-commits.test.ts",
	"test/browser/journey.test.ts",
	"test/faults/killed-followers.test.ts",
	"test/packages/container.test.ts",
	"test/packages/nothing-sent-home.test.ts",
	"test/faults/slow-callers.test.ts",
	"test/browser/ordering.test.ts",
	"test/pictures/import-memory.test.ts",
	"test/faults/soak.test.ts",
	"test/browser/documentation.test.ts",
	"test/contract/changes.test.ts",
	"test/contract/image-sizes.test.ts",
	"src/operations/transfer/transfer.test.ts",
	"test/contract/trace.test.ts",
	"test/contract/portal-routes.test.ts",
	"src/operations/export/export-catalogue.test.ts",
	"test/upgrade.test.ts",
	"src/operations/backup/hostile-archive.test.ts",
	"marking/src/attribution/attribute-leaks.test.ts",
	"test/contract/quality-notes.test.ts",
	"marking/src/attribution/register.test.ts",
	"src/imports/import-pictures.test.ts",
	"marking/src/attribution/leak-origin.test.ts",
	"test/contract/portal-watermark.test.ts",
	"test/contract/conformance.test.ts",
	"test/contract/portal-traces.test.ts",
	"test/nodes/two-nodes.test.ts",
	"marking/src/attribution/origin.test.ts",
	"test/contract/orders-carried.test.ts",
	"src/catalogue/changes/feed.test.ts",
	"test/tidy.test.ts",
	"src/platform/blobs/blob-store.test.ts",
	"test/contract/sdk-package.test.ts",
	"test/contract/reprocess-pictures.test.ts",
	"src/webhooks/send/sender.test.ts",
	"src/operations/backup/round-trip.test.ts",
	"src/cli/upgrade-check.test.ts",
	"test/contract/portal-imports.test.ts",
	"test/contract/image-memory.test.ts",
	"src/billing/ledger/settle-statement.test.ts",
	"src/cli/move.test.ts",
	"src/catalogue/changes/retention.test.ts",
	"src/platform/db/postgres/engine.test.ts",
	"src/cli/user.test.ts",
	"src/webhooks/register/sender-secrets.test.ts",
	"test/contract/code-samples.test.ts",
	"src/cli/import-folder.test.ts",
	"test/contract/portal-orders.test.ts",
	"test/contract/metadata-products.test.ts",
	"src/cli/export.test.ts",
	"src/operations/backup/archive.test.ts",
	"demo/src/render.test.ts",
	"src/catalogue/changes/follow.test.ts",
	"marking/example/leak.test.ts",
	"test/contract/packshot-pull.test.ts",
	"marking/src/attribution/ground.test.ts",
];

/** Runs the slowest files first. */
export default class SlowestFirst extends BaseSequencer {
	override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
		const others = await super.sort(files);
		return others.sort((one, other) => this.#rank(one) - this.#rank(other));
	}

	#rank({ moduleId }: TestSpecification): number {
		const rank = SLOWEST.indexOf(relative(this.ctx.config.root, moduleId));
		return rank === -1 ? SLOWEST.length : rank;
	}
}
