import type { ImportTable } from "../../../api/routes.ts";
import { fieldName } from "../../../format/metadata-words.ts";
import { productWord } from "../../../format/products.ts";

type Mapping = ImportTable["mapping"];

/** What a column holds, and how its cells are read. */
export type Target = Exclude<Mapping[string], string>;

export function mappedTo(to: Mapping[string] | undefined): Target {
	return typeof to === "object" ? to : { field: to ?? "" };
}

/** A mapping with another target of a column; the short form where there is no more to say than the field. */
export function withTarget(mapping: Mapping, name: string, to: Target | undefined): Mapping {
	const { [name]: _, ...others } = mapping;
	if (to === undefined) return others;
	const { field, values, unit, separator } = to;
	const more = {
		...(values && Object.keys(values).length > 0 ? { values } : {}),
		...(unit ? { unit } : {}),
		...(separator ? { separator } : {}),
	};
	return { ...others, [name]: Object.keys(more).length > 0 ? { field, ...more } : field };
}

/** The fields that a column may go to, by scope: those that no other column has. */
export function fieldChoices(fields: ImportTable["fields"], mapping: Mapping, name: string) {
	const taken = new Set(
		Object.entries(mapping).flatMap(([column, to]) => (column === name ? [] : [mappedTo(to).field])),
	);
	const groups = new Map<string, { value: string; label: string; disabled: boolean }[]>();
	for (const { field } of fields) {
		const [scope = ""] = field.split(".");
		const group = field.includes(".") ? productWord(scope) : "Product";
		const choice = { value: field, label: labelOf(field), disabled: taken.has(field) };
		groups.set(group, [...(groups.get(group) ?? []), choice]);
	}
	return [{ value: "", label: "Ignored" }, ...[...groups].map(([group, items]) => ({ group, items }))];
}

function labelOf(field: string): string {
	const [, amountOf, part] = /^(.*)\.(amount|dv)$/.exec(field) ?? [];
	if (amountOf === undefined) return fieldName(field);
	return part === "amount" ? fieldName(amountOf) : `${fieldName(amountOf)}, % of the daily value`;
}
