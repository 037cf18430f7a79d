import { sql } from "kysely";
import type { EngineTraits } from "../platform/db/engine-traits.ts";
import type { Migration } from "../platform/db/migrate.ts";
import type { Tx } from "../platform/db/tx.ts";
import { index, table } from "./table.ts";

/** One table of the long tasks: imports, reprocessing runs, cases and backups, which kept their own leases and progress. */
export const tasks: Migration = {
	name: "0066-tasks",
	async up(tx, traits) {
		await createTasks(tx, traits);
		await moveImports(tx);
		await moveRuns(tx);
		await moveCases(tx);
		await moveBackups(tx);
	},
};

async function createTasks(tx: Tx, traits: EngineTraits): Promise<void> {
	await table(tx, traits, "task", ["kind", "ref"], {
		kind: "text",
		ref: "text",
		action: "text?",
		account_id: "text?",
		place: "text?",
		state: "text",
		asked: "text?",
		lease_id: "text?",
		lease_until: "bigint",
		attempts: "integer",
		progress: "text?",
		failure: "text?",
		created_at: "bigint",
		started_at: "bigint?",
		ended_at: "bigint?",
	});
	await index(tx, "task", ["kind", "state", "created_at"]);
}

const INTO = sql`insert into task (kind, ref, action, account_id, place, state, asked, lease_id, lease_until, attempts,
	progress, failure, created_at, started_at, ended_at)`;

/** A task of the command belongs to it alone; an undo needs no file. */
async function moveImports(tx: Tx): Promise<void> {
	await sql`${INTO} select 'import', import_id, task, task_by,
		case when task is null or task = 'undo' then null when origin = 'command' then 'command' else folder_id end,
		case when task is null then case when state in ('failed', 'stopped') then state else 'done' end
			when lease_id is null then 'waiting' else 'running' end,
		case when task is not null and stop_asked = 1 then 'stop' end,
		case when task is not null then lease_id end, case when task is not null then lease_until else 0 end, 0,
		progress, failure, created_at, started_at, case when task is null then coalesce(ended_at, started_at) end
		from import_batch where task is not null or started_at is not null`.execute(tx);
	for (const name of ["import_batch_by_lease_until", "import_batch_to_do"])
		await tx.schema.dropIndex(name).execute();
	const columns = ["task", "task_by", "stop_asked", "lease_id", "lease_until", "progress", "failure"];
	await dropColumns(tx, "import_batch", [...columns, "started_at", "ended_at"]);
}

async function moveRuns(tx: Tx): Promise<void> {
	await sql`${INTO} select 'preparing', run_id, null, account_id, null,
		case when state <> 'going' then state when lease_id is null then 'waiting' else 'running' end,
		asked, lease_id, lease_until, 0,
		'{"total":' || coalesce(cast(total as text), 'null') || ',"prepared":' || prepared || ',"completed":' || completed
			|| ',"superseded":' || superseded || ',"failed":' || failed || ',"workedMs":' || worked_ms || ',"failures":' || failures || '}',
		failure, created_at, null, ended_at from preparing_run`.execute(tx);
	await tx.schema.dropTable("preparing_run").execute();
}

async function moveCases(tx: Tx): Promise<void> {
	await sql`${INTO} select 'case', case_id, null, null, null, case when status = 'cancelled' then 'stopped' else status end,
		null, runner, coalesce(lease_until, 0), attempts, progress, problem, coalesce(queued_at, created_at), null,
		case when status in ('done', 'failed', 'cancelled') then coalesce(finished_at, changed_at) end
		from leak_case where status <> 'draft'`.execute(tx);
	await tx.schema.dropIndex("leak_case_by_status_queued_at").execute();
	const columns = ["status", "queued_at", "finished_at", "attempts", "runner", "lease_until", "progress"];
	await dropColumns(tx, "leak_case", [...columns, "problem"]);
}

/** The outcomes of backups stay where they were. One that was interrupted is due again. */
async function moveBackups(tx: Tx): Promise<void> {
	const rows = await sql<{
		value: string;
	}>`select value from service_state where name = 'backup_state'`.execute(tx);
	const [row] = rows.rows;
	if (!row) return;
	const { leaseId, leaseUntilMs, task, beganMs, last = {}, goodMs = {} } = JSON.parse(row.value);
	if (task)
		await sql`${INTO} values ('backup', ${task}, null, null, null, 'running', null, ${leaseId}, ${leaseUntilMs}, 1, null, null,
			${beganMs}, ${beganMs}, null)`.execute(tx);
	const value = JSON.stringify({ last, goodMs });
	await sql`update service_state set value = ${value} where name = 'backup_state'`.execute(tx);
}

async function dropColumns(tx: Tx, from: string, columns: readonly string[]): Promise<void> {
	for (const column of columns) await tx.schema.alterTable(from).dropColumn(column).execute();
}
