import type { ProposableField } from "../../api/routes.ts";

/** Typed texts, by `scope.field`, or `hechshers.PLACE.field`, with `.amount` and `.dv` for nutrients. */
export type Typed = Readonly<Record<string, string>>;

/** The typed texts as fields by scope, in the format of the service; empty ones are left out. */
export function givenFields(fields: readonly ProposableField[], typed: Typed): Record<string, unknown> {
	const given: Record<string, unknown> = {};
	const hechshers = hechshersOf(fields, typed);
	if (hechshers.length > 0) given.hechshers = hechshers;
	for (const field of fields) {
		if (field.scope === "hechshers") continue;
		const value = typedValue(field, `${field.scope}.${field.field}`, typed);
		if (value === undefined) continue;
		given[field.scope] = { ...(given[field.scope] as object | undefined), [field.field]: value };
	}
	return given;
}

function hechshersOf(fields: readonly ProposableField[], typed: Typed): Record<string, unknown>[] {
	const places = [
		...new Set(Object.keys(typed).flatMap((key) => /^hechshers\.(\d+)\./.exec(key)?.[1] ?? [])),
	];
	return places
		.map((place) =>
			Object.fromEntries(
				fields
					.filter(({ scope }) => scope === "hechshers")
					.map((field) => [field.field, typedValue(field, `hechshers.${place}.${field.field}`, typed)])
					.filter(([, value]) => value !== undefined),
			),
		)
		.filter((item) => Object.keys(item).length > 0);
}

function typedValue({ kind }: ProposableField, key: string, typed: Typed): unknown {
	const text = (name: string) => typed[name]?.trim() || undefined;
	if (kind === "nutrient") {
		const [amount, dv] = [text(`${key}.amount`), text(`${key}.dv`)];
		if (amount === undefined && dv === undefined) return undefined;
		return { ...(amount === undefined ? {} : { amount }), ...(dv === undefined ? {} : { dv }) };
	}
	const given = text(key);
	if (given === undefined) return undefined;
	if (kind === "flag") return given === "yes";
	if (kind !== "texts") return given;
	return given
		.split(",")
		.map((item) => item.trim())
		.filter((item) => item !== "");
}

/** The field named in a refusal, and what is wrong with it: `fields.info.brand: may not hold …`. */
export function fieldProblem(
	message: string,
): { readonly key: string; readonly problem: string } | undefined {
	const [, place, problem] = /^fields\.([\w.[\]]+)(?:: | )(.*)$/s.exec(message) ?? [];
	if (place === undefined || problem === undefined) return undefined;
	const key = place.replace(/\[(\d+)\]/g, ".$1");
	return { key, problem: `${problem.slice(0, 1).toUpperCase()}${problem.slice(1)}` };
}
