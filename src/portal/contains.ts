import { type Expression, expressionBuilder, type SqlBool } from "kysely";

/** Whether a text has a part, in whatever case. Not `like`: what people type is no pattern. */
export function contains(text: Expression<string>, part: string): Expression<SqlBool> {
	const set = expressionBuilder<Record<string, never>, never>();
	const lower = set.fn<string>("lower", [text]);
	return set(set.fn<string>("replace", [lower, set.val(part.toLowerCase()), set.val("")]), "<>", lower);
}
