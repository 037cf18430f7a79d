import { type AnswerText, answerText } from "../../api/answer-text.ts";
import { formatCredits } from "../../api/credits.ts";
import { isoTime } from "../../platform/time/clock.ts";
import type { OrderLine } from "../buy/priced-lines.ts";
import type { ClientOrderTable } from "../tables.ts";

/** The request that is being answered, or was answered earlier. */
type AnsweredRequest = Parameters<typeof answerText>[0];

/** An order with its lines (SPEC E8). */
export function orderText(
	request: AnsweredRequest,
	order: ClientOrderTable,
	lines: readonly OrderLine[],
	debitedUnits: number,
): AnswerText {
	return answerText(request, [...orderMembers(order), linesMember(lines)], debitedUnits);
}

/** What an order would cost: the same without id and times. */
export function quoteText(
	request: AnsweredRequest,
	quoted: { readonly name: string | null; readonly units: number },
	lines: readonly OrderLine[],
): AnswerText {
	return answerText(request, [...costMembers(quoted), linesMember(lines)], 0);
}

/** The members of an order in a list: counts instead of its lines. */
export function listedText(order: ClientOrderTable): string {
	const counts = [`"line_count":${order.lines}`, `"found_count":${order.lines_found}`];
	return `{${[...orderMembers(order), ...counts].join(",")}}`;
}

function orderMembers(order: ClientOrderTable): string[] {
	return [
		`"order_id":"${order.order_id}"`,
		`"created_at":"${isoTime(order.created_at)}"`,
		`"expires_at":"${isoTime(order.expires_at)}"`,
		...costMembers(order),
	];
}

function costMembers({ name, units }: { readonly name: string | null; readonly units: number }): string[] {
	return [`"name":${JSON.stringify(name)}`, `"credits":${formatCredits(units)}`];
}

/** Serialised by hand, because amounts are exact decimals. */
function linesMember(lines: readonly OrderLine[]): string {
	const texts = lines.map(
		({ barcode, found, scopes, variants, units }) =>
			`{"barcode":"${barcode}","found":${found},"scopes":${JSON.stringify(scopes)},"variants":${JSON.stringify(variants)},"credits":${formatCredits(units)}}`,
	);
	return `"lines":[${texts.join(",")}]`;
}
