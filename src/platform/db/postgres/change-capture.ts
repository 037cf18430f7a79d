import { type ChangeCapture, FROZEN } from "../change-capture.ts";

/** `create trigger` waits for transactions that are changing the table, so no change is missed. */
export const postgresChangeCapture: ChangeCapture = {
	columns: `select c.relname::text as table_name, a.attname::text as column_name,
			coalesce(array_position(i.indkey::int2[], a.attnum), -1) + 1 as key_place,
			(not a.attnotnull)::int as may_be_null, (a.attidentity <> '')::int as is_numbered
		from pg_class as c join pg_attribute as a on a.attrelid = c.oid
		left join pg_index as i on i.indrelid = c.oid and i.indisprimary
		where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
			and a.attnum > 0 and not a.attisdropped
		order by c.relname, a.attnum`,
	createLog: (log) => `create table if not exists ${log}
		(id bigint generated always as identity primary key, table_name text not null, row_key text not null)`,
	watch: (log, table, key) => {
		const logged = (row: "old" | "new") =>
			`insert into ${log} (table_name, row_key)
				values ('${table}', json_build_array(${key.map((column) => `${row}.${column}`).join(", ")})::text);`;
		const differs = key.map((column) => `old.${column} <> new.${column}`).join(" or ");
		return [
			`create or replace function move_log_${table}() returns trigger language plpgsql as $$ begin
				if tg_op = 'INSERT' then ${logged("new")} return null; end if;
				${logged("old")}
				if tg_op = 'UPDATE' then if ${differs} then ${logged("new")} end if; end if;
				return null; end $$`,
			createUnlessExists(
				table,
				"move_log",
				`create trigger move_log after insert or update or delete on ${table} for each row execute function move_log_${table}()`,
			),
		];
	},
	unwatch: (table) => [
		`drop trigger if exists move_log on ${table}`,
		`drop function if exists move_log_${table}()`,
	],
	freeze: (table) => [
		`create or replace function move_frozen_${table}() returns trigger language plpgsql as $$ begin
			raise exception '${FROZEN}'; end $$`,
		createUnlessExists(
			table,
			"move_frozen",
			`create trigger move_frozen before insert or update or delete on ${table}
				for each statement execute function move_frozen_${table}()`,
		),
	],
	thaw: (table) => [
		`drop trigger if exists move_frozen on ${table}`,
		`drop function if exists move_frozen_${table}()`,
	],
	continueNumbers: (table, column) => [
		`select setval(pg_get_serial_sequence('${table}', '${column}'), coalesce(max(${column}), 0) + 1, false) from ${table}`,
	],
};

function createUnlessExists(table: string, trigger: string, create: string): string {
	return `do $$ begin
		if not exists (select from pg_trigger where tgrelid = '${table}'::regclass and tgname = '${trigger}') then ${create}; end if;
		end $$`;
}
