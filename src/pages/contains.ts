import { type Expression, expressionBuilder, type SqlBool } from "kysely";

/** Case-insensitive substring test. Not `like`: user input is not a pattern. */
export function contains(text: Expression<string | null>, part: string): Expression<SqlBool> {
	const set = expressionBuilder<Record<string, never>, never>();
	const lower = set.fn<string>("lower", [text]);
	return set(set.fn<string>("replace", [lower, set.val(part.toLowerCase()), set.val("")]), "<>", lower);
}
