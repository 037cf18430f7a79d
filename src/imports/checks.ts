import type { Check } from "../platform/check.ts";
import { counted } from "../platform/counted.ts";
import type { Database } from "../platform/db/database.ts";
import { isReadableJson } from "../platform/readable-json.ts";
import { taskFaults } from "../platform/tasks/stored-tasks.ts";
import type { ImportBatchTable } from "./batches/tables.ts";

export const importChecks: readonly Check[] = [
	{
		name: "imports",
		async examine({ db }) {
			const document = await checkImports(db);
			const fine = `${counted(document.imports, "import")} with their reports and refusals`;
			return { document, fine, faults: document.faults };
		},
	},
];

/** Checks that the stored data of imports can be read and is consistent: reports, refusals that belong to an import, and tasks. */
export async function checkImports({
	scan,
}: Pick<Database, "scan">): Promise<{ readonly imports: number; readonly faults: readonly string[] }> {
	const rows = await scan.selectFrom("import_batch").selectAll().orderBy("import_id").execute();
	const orphans = await scan
		.selectFrom("import_refusal")
		.leftJoin("import_batch", "import_batch.import_id", "import_refusal.import_id")
		.select("import_refusal.import_id")
		.where("import_batch.import_id", "is", null)
		.distinct()
		.execute();
	const tasks = await taskFaults(scan, "import");
	return {
		imports: rows.length,
		faults: [
			...rows.flatMap((row) => faultsOf(row).map((problem) => `${row.import_id}: ${problem}`)),
			...tasks.map(({ ref, problem }) => `${ref}: ${problem}`),
			...orphans.map(({ import_id }) => `${import_id}: refusals of an import that does not exist`),
		],
	};
}

const TEXTS = ["files", "check_report", "report", "undo_report", "change_sets", "card"] as const;

function faultsOf(row: ImportBatchTable): string[] {
	const unreadable = TEXTS.filter((name) => !isReadableJson(row[name]));
	return [
		...unreadable.map((name) => `${name} is unreadable`),
		...(row.state === "imported" && row.report === null ? ["it was imported, but there is no report"] : []),
	];
}
