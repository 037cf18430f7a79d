import { relative } from "node:path";
import { BaseSequencer, type TestSpecification } from "vitest/node";

/**
 * Files that take longest, in order, as a run with `--reporter=json` tells. One that begins last keeps a core busy while the others are
 * idle; a checkout that ran no tests yet has no times of its own.
 */
const SLOWEST = [
	"test/packages/documented-commands.test.ts",
	"test/browser/every-page.test.ts",
	"test/faults/slow-callers.test.ts",
	"test/faults/moving.test.ts",
	"test/faults/cut-off-import.test.ts",
	"test/faults/killed-server.test.ts",
	"test/faults/backup.test.ts",
	"test/faults/killed-nodes.test.ts",
	"test/contract/trace.test.ts",
	"test/contract/quality-notes.test.ts",
	"src/transfer/transfer.test.ts",
	"test/contract/image-sizes.test.ts",
	"test/contract/portal-imports.test.ts",
	"marking/src/attribution/register.test.ts",
	"test/contract/portal-review.test.ts",
	"test/contract/orders-carried.test.ts",
	"src/backup/hostile-archive.test.ts",
	"test/contract/conformance.test.ts",
	"marking/src/attribution/origin.test.ts",
	"test/contract/portal-traces.test.ts",
	"test/contract/portal-routes.test.ts",
	"src/export/export-catalogue.test.ts",
	"src/backup/round-trip.test.ts",
	"marking/src/attribution/leak-origin.test.ts",
	"test/contract/changes.test.ts",
	"test/contract/sdk-package.test.ts",
	"src/platform/blobs/blob-store.test.ts",
	"test/contract/packshot-pull.test.ts",
	"src/webhooks/sender.test.ts",
	"src/cli/user.test.ts",
	"src/cli/upgrade-check.test.ts",
	"marking/src/attribution/ground.test.ts",
	"test/contract/webhook-delivery.test.ts",
	"src/platform/db/database.test.ts",
	"marking/src/attribution/attribute-leaks.test.ts",
	"test/contract/portal-accounts.test.ts",
	"test/contract/image-memory.test.ts",
	"test/upgrade.test.ts",
	"test/nodes/two-nodes.test.ts",
	"test/contract/portal-notices.test.ts",
	"demo/src/render.test.ts",
	"src/backup/archive.test.ts",
	"test/contract/image-marks.test.ts",
	"src/billing/settle-statement.test.ts",
	"test/load-generator.test.ts",
	"test/tidy.test.ts",
];

/** Begins with the files that take longest. */
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
