import type { AdminAlert, GivenAlert } from "../../../api/routes.ts";
import { ALERT_KINDS } from "../../../format/alert-kinds.ts";
import { productWord } from "../../../format/products.ts";

export type AlertKind = AdminAlert["kind"];

export const KIND_CHOICES = Object.entries(ALERT_KINDS).map(([value, label]) => ({ value, label }));

/** The fields of the form: texts, as they are typed. */
export interface AlertFields {
	readonly kind: AlertKind;
	readonly symbol: string;
	readonly designation: string;
	readonly withholds: boolean;
	readonly message: string;
	readonly lots: string;
	readonly source: string;
	readonly barcodes: string;
	readonly status: string;
	readonly newDesignation: string;
}

/** Whether an alert withholds unless its publisher decides: with lots, other lots may be fine. */
export function withholdsByDefault({ kind, lots }: Pick<AlertFields, "kind" | "lots">): boolean {
	return (kind === "withdrawn" || kind === "unauthorised") && lots.trim() === "";
}

/** Agencies say these, in this order. */
const WHAT_TO_SAY = "What is wrong:\nSince when:\nWhat to do:\n";

export const NEW_ALERT: AlertFields = {
	kind: "withdrawn",
	symbol: "",
	designation: "",
	withholds: true,
	message: WHAT_TO_SAY,
	lots: "",
	source: "",
	barcodes: "",
	status: "",
	newDesignation: "",
};

export function fieldsOf(alert: AdminAlert): AlertFields {
	const { kind, withholds, message, barcodes } = alert;
	const text = (value: string | null) => value ?? "";
	return {
		...NEW_ALERT,
		kind,
		withholds,
		message,
		symbol: text(alert.symbol),
		designation: text(alert.designation),
		lots: text(alert.lots),
		source: text(alert.source),
		barcodes: barcodes.join("\n"),
	};
}

export function barcodesIn(text: string): string[] {
	return [...new Set(text.split(/[\s,;\u200e\u200f]+/).filter(Boolean))];
}

/** Marks and tabs that come along with text from word processors, where nobody sees them. */
function withoutUnseen(fields: AlertFields): AlertFields {
	const seen = (value: unknown) =>
		typeof value === "string" ? value.replace(/[\u200e\u200f]/g, "").replaceAll("\t", " ") : value;
	const entries = Object.entries(fields).map(([name, value]) => [name, seen(value)]);
	return Object.fromEntries(entries) as AlertFields;
}

/** What the form says, as it is sent. */
export function givenIn(typed: AlertFields): GivenAlert {
	const fields = withoutUnseen(typed);
	const { kind, withholds, message, status, newDesignation } = fields;
	const orNull = (text: string) => text.trim() || null;
	const corrects = mayCorrect(kind) && (status !== "" || newDesignation.trim() !== "");
	return {
		kind,
		withholds: withholds && fields.symbol.trim() !== "",
		message: message.trim(),
		symbol: orNull(fields.symbol),
		designation: orNull(fields.designation),
		lots: orNull(fields.lots),
		source: orNull(fields.source),
		barcodes: barcodesIn(fields.barcodes),
		correction: corrects
			? {
					...(status === "" ? {} : { dairy_meat_pareve: status as "dairy" }),
					...(newDesignation.trim() === "" ? {} : { additional_designation: newDesignation.trim() }),
				}
			: null,
	};
}

export function mayCorrect(kind: AlertKind): boolean {
	return kind === "mislabelled" || kind === "changed";
}

export function correctionInWords(correction: NonNullable<GivenAlert["correction"]>): string {
	return Object.entries(correction)
		.map(([field, value]) => `${productWord(field).toLowerCase()}: ${value ?? "none"}`)
		.join(", ");
}

/** What becomes of hechshers when an alert ends as a mistake. */
export function afterMistake({ kind, withholds }: Pick<AdminAlert, "kind" | "withholds">): string {
	const served = withholds
		? "Hechshers that it withholds are served again, unless another live alert withholds them."
		: "It withholds nothing.";
	return mayCorrect(kind)
		? `${served} If it corrected hechshers, that stays: take it back with Undo in the history of each product.`
		: served;
}

/** Why the form cannot be sent, by field. */
export const VALIDATION = {
	message: (text: string) =>
		text.trim() === "" || text === WHAT_TO_SAY ? "Say what is wrong and what to do." : null,
	barcodes: (text: string) => {
		const barcodes = barcodesIn(text);
		const wrong = barcodes.find((barcode) => !/^[0-9]{4,14}$/.test(barcode));
		if (wrong !== undefined) return `${wrong} is no barcode: 4 to 14 digits.`;
		if (barcodes.length > 1000) return `An alert names at most 1,000 products; these are ${barcodes.length}.`;
		return barcodes.length === 0 ? "Name at least one product." : null;
	},
	designation: (text: string, { symbol }: AlertFields) =>
		text.trim() !== "" && symbol.trim() === "" ? "A designation needs a symbol." : null,
};
