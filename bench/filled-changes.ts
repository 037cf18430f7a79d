import { counted } from "./administration/filling.ts";

/** SQL for both engines that appends this many changes to the log, the first 1,000,000 of them of different products. */
export function changesSql(count: number, nowMs: number): string[] {
	const head = "(select coalesce(max(position), 0) from product_change)";
	return [
		`insert into product_change (position, changed_at, barcode, changed, held, brand_before, department_before, brand_after, department_after)
		${counted(count + 1)}
		select ${head} + i, ${nowMs}, cast(10000000 + i * 7919 % 1000000 as text), 1 + i % 31, 31, 1, 2, 1, 2 from counted where i > 0`,
		`insert into service_state (name, value) select 'change_position', cast(max(position) as text) from product_change where true
		on conflict (name) do update set value = excluded.value`,
	];
}
