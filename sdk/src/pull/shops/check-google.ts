import { oneChunk } from "@packshot/tables/chunks";
import { openTable } from "@packshot/tables/open-table";
import { googleGtin } from "../../../../src/orders/shop-files/google-gtin.ts";
import {
	LONGEST_DESCRIPTION,
	LONGEST_TITLE,
	MOST_ADDITIONAL_IMAGES,
} from "../../../../src/orders/shop-files/google-merchant.ts";
import type { TableLine } from "../barcode-list.ts";
import { exportTable } from "./shop-export.ts";

/** What is wrong with a cell. */
export interface Finding {
	readonly line: number;
	readonly column: string;
	readonly text: string;
	readonly problem: string;
}

interface Rule {
	readonly column: string;
	/** Whether a primary source needs it. */
	readonly isRequired?: boolean;
	readonly problem: (text: string) => string | undefined;
}

const fits = (most: number) => (text: string) =>
	text.length > most ? `has ${text.length} characters: at most ${most}` : undefined;
const oneOf =
	(...choices: string[]) =>
	(text: string) =>
		choices.includes(text.toLowerCase().replaceAll(" ", "_"))
			? undefined
			: `is none of ${choices.join(", ")}`;
const isUrl = (text: string) => (/^https?:\/\//i.test(text) && URL.canParse(text) ? undefined : "is no URL");

/** The product data specification (support.google.com/merchants/answer/7052112), as far as a file alone can break it. */
const RULES: readonly Rule[] = [
	{ column: "id", isRequired: true, problem: fits(50) },
	{ column: "title", isRequired: true, problem: fits(LONGEST_TITLE) },
	{ column: "description", isRequired: true, problem: fits(LONGEST_DESCRIPTION) },
	{ column: "link", isRequired: true, problem: isUrl },
	{ column: "image_link", isRequired: true, problem: isUrl },
	{
		column: "additional_image_link",
		problem(text) {
			const urls = text.split(",").map((url) => url.trim());
			if (urls.length > MOST_ADDITIONAL_IMAGES)
				return `has ${urls.length} pictures: at most ${MOST_ADDITIONAL_IMAGES}`;
			return urls.every((url) => isUrl(url) === undefined) ? undefined : "holds something that is no URL";
		},
	},
	{
		column: "availability",
		isRequired: true,
		problem: oneOf("in_stock", "out_of_stock", "preorder", "backorder"),
	},
	{
		column: "price",
		isRequired: true,
		problem: (text) => (/^\d+(\.\d+)? [A-Z]{3}$/.test(text) ? undefined : "is no price such as 12.90 USD"),
	},
	{ column: "condition", problem: oneOf("new", "refurbished", "used") },
	{ column: "identifier_exists", problem: oneOf("yes", "no", "true", "false") },
	{
		column: "gtin",
		problem(text) {
			const read = googleGtin(text.replace(/[\s-]/g, ""));
			return "problem" in read ? read.problem : undefined;
		},
	},
];

/**
 * Holds a product file against Google's published rules. A file without titles and links is a supplemental source, which needs only `id`.
 * @throws UnreadableTable for what is no table
 */
export async function checkGoogleFile(bytes: Uint8Array): Promise<{ rows: number; findings: Finding[] }> {
	const isHeader = (cells: readonly string[]) =>
		cells.length > 1 && cells.some((cell) => cell.trim().toLowerCase() === "id");
	const lines: TableLine[] = [];
	const unreadable: Finding[] = [];
	for await (const row of (await openTable(oneChunk(bytes), { isHeader })).rows) {
		if ("cells" in row) lines.push(row);
		else unreadable.push({ line: row.line, column: "", text: "", problem: row.reason });
	}
	const [header, ...body] = lines;
	const { named, rows } = exportTable({ names: header?.cells ?? [], rows: body });
	const isPrimary = named("title") !== undefined || named("link") !== undefined;
	const isNeeded = ({ column, isRequired }: Rule) => column === "id" || (isPrimary && isRequired === true);
	const missing = RULES.filter((rule) => isNeeded(rule) && !named(rule.column)).map(({ column }) => ({
		line: 1,
		column,
		text: "",
		problem: "is missing",
	}));
	const findings: Finding[] = [...unreadable, ...missing];
	const ids = new Map<string, number>();
	for (const row of rows) {
		for (const rule of RULES) {
			const column = named(rule.column);
			if (!column) continue;
			const text = column.of(row).trim();
			const problem = text === "" ? (isNeeded(rule) ? "is empty" : undefined) : rule.problem(text);
			if (problem) findings.push({ line: row.line, column: column.name, text, problem });
		}
		const id = named("id")?.of(row).trim() ?? "";
		const before = ids.get(id);
		if (before === undefined) ids.set(id, row.line);
		else if (id !== "")
			findings.push({ line: row.line, column: "id", text: id, problem: `is in line ${before} already` });
	}
	return { rows: rows.length, findings };
}
