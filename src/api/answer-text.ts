import type { FastifyRequest } from "fastify";
import { isoTime } from "../platform/time/clock.ts";
import { formatCredits } from "./credits.ts";

/** The JSON text of an answer before and after its balance, the one value that is known only when the charge is durable. */
export interface AnswerText {
	readonly head: string;
	readonly tail: string;
}

/** The parts of a request that its answer mentions. */
type AnsweredRequest = Pick<FastifyRequest, "id" | "arrivedAtMs" | "responseMeta">;

/** An answer composed of members that are already JSON text, followed by the `meta` block of SPEC 2.8. */
export function answerText(
	request: AnsweredRequest,
	members: readonly string[],
	debitedUnits: number,
): AnswerText {
	// Plain concatenation: the text is copied only once, when it is sent.
	let block = "";
	for (const member of members) block += `${member},`;
	const { head, tail } = metaMember(request, debitedUnits);
	return { head: `{${block}${head}`, tail: `${tail}}` };
}

/**
 * The bytes of a charged answer, with the `meta` block at its end.
 * @param first the first members, in UTF-8. @param further the members after them, as JSON text.
 * @param redactedFields dotted paths for `meta.redacted_fields`, which is omitted when there are none.
 */
export function answerBytes(
	request: FastifyRequest,
	first: Buffer,
	further: readonly string[],
	redactedFields: readonly string[],
): Buffer {
	const { debitedUnits, balanceUnits = 0 } = request.responseMeta;
	const meta = fillBalance(metaMember(request, debitedUnits, redactedFields), balanceUnits);
	const rest = `,${[...further, meta].join(",")}}`;
	const bytes = Buffer.allocUnsafe(1 + first.length + Buffer.byteLength(rest));
	bytes.write("{");
	bytes.set(first, 1);
	bytes.write(rest, 1 + first.length);
	return bytes;
}

function metaMember(
	request: AnsweredRequest,
	debitedUnits: number,
	redactedFields: readonly string[] = [],
): AnswerText {
	const generatedAtMs = request.responseMeta.generatedAtMs ?? request.arrivedAtMs;
	const redacted = redactedFields.length > 0 ? `,"redacted_fields":${JSON.stringify(redactedFields)}` : "";
	return {
		head: `"meta":{"request_id":"${request.id}","credits_debited":${formatCredits(debitedUnits)},"credits_remaining":`,
		tail: `,"response_generated":"${isoTime(generatedAtMs)}"${redacted}}`,
	};
}

/** The complete text; for an answer without a body, head and tail are empty. */
export function fillBalance({ head, tail }: AnswerText, balanceUnits: number): string {
	return head === "" ? "" : head + formatCredits(balanceUnits) + tail;
}
