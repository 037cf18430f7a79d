import { expect, onTestFinished, test, vi } from "vitest";
import { faultsOf } from "../../bench/soak/report.ts";
import { soak } from "../../bench/soak/run.ts";
import { whyNoNginx } from "../support/nginx.ts";
import { postgresPrograms } from "../support/postgres-server.ts";

/** The processes of docs/deploy/compose-cluster.yaml, with the settings that it has, as they join, leave and are killed under load. */

const whyNot = whyNoNginx() ?? (postgresPrograms() ? undefined : "PostgreSQL is not installed");
if (whyNot) console.info(`no cluster is started: ${whyNot}`);

/** Long enough for memory to be compared; `npm run test:soak -- --cluster` takes an hour. */
const SECONDS = 120;

test.skipIf(whyNot !== undefined)(
	"two nodes behind nginx, on PostgreSQL and S3, neither refuse nor double a charge while one of them comes and goes",
	async () => {
		vi.stubEnv("NODE_TLS_REJECT_UNAUTHORIZED", "0");
		onTestFinished(() => void vi.unstubAllEnvs());
		const options = { engine: "PostgreSQL", isCluster: true, seconds: SECONDS } as const;
		const result = await soak({ ...options, progress: () => undefined });
		expect(faultsOf(result)).toEqual([]);
		expect(result.counts.kills).toBeGreaterThan(1);
		expect(result.counts.leaves).toBeGreaterThan(0);
		expect(result.accounts.map(({ entries }) => entries > 100)).toEqual([true, true, true]);
	},
);
