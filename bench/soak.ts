import { writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { faultsOf, reportOf } from "./soak/report.ts";
import { soak } from "./soak/run.ts";

/**
 * `npm run test:soak`: an hour, or as long as `--minutes` says, of mixed load and disturbances on a separate installation. Exits with 1 when
 * anything is wrong or grows. `--out FILE` writes all measurements as JSON.
 */
const { values } = parseArgs({
	options: {
		minutes: { type: "string", default: "60" },
		sqlite: { type: "boolean", default: false },
		cluster: { type: "boolean", default: false },
		out: { type: "string" },
	},
});
const minutes = Number(values.minutes);
if (!(minutes > 0)) throw new RangeError(`--minutes must be a number above 0, not ${values.minutes}`);

// The certificate of the cluster's nginx is its own.
if (values.cluster) process.env.NODE_TLS_REJECT_UNAUTHORIZED = "0";

// Leave no server behind when interrupted.
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(1));

const result = await soak({
	engine: values.sqlite ? "SQLite" : "PostgreSQL",
	isCluster: values.cluster,
	seconds: minutes * 60,
	progress: (line) => console.error(line),
});
if (values.out !== undefined) {
	const { seen, ...rest } = result;
	const document = { ...rest, seen: { ...seen, answers: Object.fromEntries(seen.answers) } };
	writeFileSync(values.out, JSON.stringify(document, undefined, "\t"));
}
console.log(reportOf(result));
const faults = faultsOf(result);
for (const fault of faults) console.error(`WRONG  ${fault}`);
process.exitCode = faults.length > 0 ? 1 : 0;
