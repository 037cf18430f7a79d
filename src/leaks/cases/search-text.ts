import type { CaseResult } from "./result.ts";

interface Searched {
	readonly name: string;
	readonly note: string | null;
	readonly barcode: string | null;
	/** JSON of `CaseResult`. */
	readonly result?: string | null;
}

/** The text that a case is found by: its name and note, the products that its leaks show and the named clients, in lower case. */
export function searchTextOf({ name, note, barcode, result }: Searched): string {
	const found = result ? (JSON.parse(result) as CaseResult) : undefined;
	const clients = found?.candidates.filter(({ is_named }) => is_named) ?? [];
	return [
		name,
		note,
		barcode,
		...(found?.leaks.map(({ shows }) => shows?.barcode) ?? []),
		...clients.flatMap(({ client_id, client_name }) => [client_id, client_name]),
	]
		.filter((text) => text)
		.join("\n")
		.toLowerCase();
}
