import { type ChangeCapture, FROZEN } from "../change-capture.ts";

const CHANGES = ["insert", "update", "delete"] as const;

/** SQLite's triggers run per row, inside the transaction that changes it. */
export const sqliteChangeCapture: ChangeCapture = {
	columns: `select m.name as table_name, c.name as column_name, c.pk as key_place, c."notnull" = 0 and c.pk = 0 as may_be_null,
			c.pk > 0 and m.sql like '%autoincrement%' as is_numbered
		from sqlite_schema as m join pragma_table_info(m.name) as c
		where m.type = 'table' and m.name not like 'sqlite_%' order by m.name, c.cid`,
	createLog: (log) => `create table if not exists ${log}
		(id integer primary key autoincrement, table_name text not null, row_key text not null)`,
	watch: (log, table, key) =>
		CHANGES.map((change) => {
			const keyOf = (row: "old" | "new") =>
				`select '${table}', json_array(${key.map((column) => `${row}.${column}`).join(", ")})`;
			const logged = {
				insert: keyOf("new"),
				delete: keyOf("old"),
				update: `${keyOf("old")} union ${keyOf("new")}`,
			}[change];
			return `create trigger if not exists move_log_${table}_${change} after ${change} on ${table}
				begin insert into ${log} (table_name, row_key) ${logged}; end`;
		}),
	unwatch: (table) => CHANGES.map((change) => `drop trigger if exists move_log_${table}_${change}`),
	freeze: (table) =>
		CHANGES.map(
			(change) => `create trigger if not exists move_frozen_${table}_${change} before ${change} on ${table}
				begin select raise(abort, '${FROZEN}'); end`,
		),
	thaw: (table) => CHANGES.map((change) => `drop trigger if exists move_frozen_${table}_${change}`),
	continueNumbers: () => [],
};
