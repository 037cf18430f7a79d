import type { ApiAnswer } from "./try-call.ts";

/** The error code of a response; undefined if it is not a refusal. */
export function refusalIn({ status, text }: Pick<ApiAnswer, "status" | "text">): string | undefined {
	if (status < 400) return undefined;
	try {
		const { error } = JSON.parse(text);
		return typeof error === "string" ? error : undefined;
	} catch {
		return undefined;
	}
}
