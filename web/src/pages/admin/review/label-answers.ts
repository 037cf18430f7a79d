/** What a reviewer says of one value that was read from a label; values without an answer are right. */
export type LabelAnswer = { readonly isRight: false } | { readonly corrected: unknown };

/** By the key of the field. */
export type LabelAnswers = Readonly<Record<string, LabelAnswer>>;

/** What suggestions that were read from labels say of where they come from. */
export const FROM_LABEL = "Read from the label";

interface ProposedChange {
	readonly key: string;
	readonly proposed: unknown;
}

/** A decided suggestion shows what was decided, which may not be what was read. */
export function asDecided(changes: readonly ProposedChange[]): LabelAnswers {
	return Object.fromEntries(changes.map(({ key, proposed }) => [key, { corrected: proposed }]));
}

/** The fields to approve, by scope: undefined where all are right as they were read, and empty where none is. */
export function approvedFields(
	changes: readonly ProposedChange[],
	answers: LabelAnswers | undefined,
): Record<string, Record<string, unknown>> | undefined {
	if (!answers || Object.keys(answers).length === 0) return undefined;
	const fields: Record<string, Record<string, unknown>> = {};
	for (const { key, proposed } of changes) {
		const answer = answers[key];
		if (answer && "isRight" in answer) continue;
		const [scope = "", field = ""] = key.split(".");
		fields[scope] = { ...fields[scope], [field]: answer ? answer.corrected : proposed };
	}
	return fields;
}

/** The texts of which a value consists, for typing: a list as one text, a nutrient as amount and percentage. */
export function textsOf(value: unknown): Record<string, string> {
	if (Array.isArray(value)) return { list: value.join(", ") };
	if (typeof value === "object" && value !== null)
		return Object.fromEntries(
			Object.entries(value).map(([name, text]) => [name, text === null ? "" : String(text)]),
		);
	return { text: String(value) };
}

/** The value that was typed, in the form of the one that was read. */
export function typedValue(texts: Readonly<Record<string, string>>): unknown {
	if (texts.list !== undefined)
		return texts.list
			.split(",")
			.map((item) => item.trim())
			.filter((item) => item !== "");
	if (texts.text !== undefined) return texts.text.trim();
	return Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, text.trim() || null]));
}
