import { liveAlertIds } from "../../alerts/read.ts";
import { type AnswerText, answerText } from "../../api/answer-text.ts";
import { formatCredits } from "../../api/credits.ts";
import type { Variant } from "../../catalogue/fields/scopes.ts";
import type { Database } from "../../platform/db/database.ts";
import { isoTime } from "../../platform/time/clock.ts";
import type { HoldingOrder } from "../bought/newest-orders.ts";
import type { OrderLine } from "../buy/priced-lines.ts";
import type { ClientOrderTable } from "../tables.ts";

/** The request that is being answered, or was answered earlier. */
type AnsweredRequest = Parameters<typeof answerText>[0];

/** Lines, and the ids of live alerts about the product of each (SPEC E12). */
export interface AlertedLines {
	readonly lines: readonly OrderLine[];
	readonly alerts: (barcode: string) => readonly string[];
}

/** Looks up what live alerts say of lines. */
export async function alertedLines(
	{ read }: Pick<Database, "read">,
	lines: readonly OrderLine[],
): Promise<AlertedLines> {
	const found = lines.filter((line) => line.found).map(({ barcode }) => barcode);
	return { lines, alerts: await liveAlertIds(read, found) };
}

/** An order with its lines (SPEC E8). */
export function orderText(
	request: AnsweredRequest,
	order: ClientOrderTable,
	{ lines, alerts }: AlertedLines,
	debitedUnits: number,
): AnswerText {
	return answerText(request, [...orderMembers(order), linesMember({ lines, alerts })], debitedUnits);
}

/** What is said of a quoted line besides what an order says. */
interface QuotedParts extends AlertedLines {
	readonly held: ReadonlyMap<string, HoldingOrder>;
	/** Pictures with the visible watermark, by barcode. */
	readonly drawn: ReadonlyMap<string, { readonly drawn: readonly Variant[] }>;
}

/** What an order would cost: the same without id and times, and with what the client holds already, and what its pictures would look like. */
export function quoteText(
	request: AnsweredRequest,
	quoted: { readonly name: string | null; readonly units: number },
	{ held, drawn, ...alerted }: QuotedParts,
): AnswerText {
	const more = ({ barcode }: OrderLine) =>
		`,"held":${heldText(held.get(barcode))},"drawn":${JSON.stringify(drawn.get(barcode)?.drawn ?? [])}`;
	return answerText(request, [...costMembers(quoted), linesMember(alerted, more)], 0);
}

/** The members of an order in a list: the size of its pictures, and counts instead of its lines. */
export function listedText(order: ClientOrderTable): string {
	const size = `"size":"${sizeText(order.size_px)}"`;
	const counts = [`"line_count":${order.lines}`, `"found_count":${order.lines_found}`];
	return `{${[...orderMembers(order), size, ...counts].join(",")}}`;
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
function linesMember({ lines, alerts }: AlertedLines, more = (_: OrderLine) => ""): string {
	const texts = lines.map((line) => {
		const { barcode, found, scopes, variants, units } = line;
		return `{"barcode":"${barcode}","found":${found},"scopes":${JSON.stringify(scopes)},"variants":${JSON.stringify(variants)},"credits":${formatCredits(units)},"alerts":${JSON.stringify(alerts(barcode))}${more(line)}}`;
	});
	return `"lines":[${texts.join(",")}]`;
}

function heldText(held: HoldingOrder | undefined): string {
	if (!held) return "null";
	return JSON.stringify({
		order_id: held.orderId,
		expires_at: isoTime(held.expiresAtMs),
		scopes: held.scopes,
		variants: held.variants,
		size: sizeText(held.sizePx),
	});
}

function sizeText(sizePx: number | null): string {
	return sizePx === null ? "full" : String(sizePx);
}
