import { randomBytes } from "node:crypto";

/** Customers of an account at Stripe, and what all of its API has in common. */

export type Form = Record<string, unknown>;

export interface Customer extends Form {
	readonly id: string;
	taxIds: { readonly id: string; readonly type: string; readonly value: string }[];
}

/** An answer that is an error of Stripe's. */
export class Refusal extends Error {
	readonly status: number;
	readonly code: string;
	constructor(status: number, code: string, message: string) {
		super(message);
		this.status = status;
		this.code = code;
	}
}

export const newId = (kind: string) => `${kind}_${randomBytes(9).toString("hex")}`;

export function found<T>(map: ReadonlyMap<string, T>, id: string): T {
	const one = map.get(id);
	if (one === undefined) throw new Refusal(404, "resource_missing", `No such object: '${id}'`);
	return one;
}

const CALL = /^(\w+) \/v1\/customers(?:\/(\w+))?(\/tax_ids)?(?:\/(\w+))?$/;

/** @returns undefined for a call about something else. */
export function actOnCustomers(
	customers: Map<string, Customer>,
	call: string,
	form: Form,
): object | undefined {
	const [whole, method, id, isAboutTaxIds, taxId] = CALL.exec(call) ?? [];
	if (whole === undefined) return undefined;
	if (id === undefined) {
		const customer = { ...form, id: newId("cus"), object: "customer", taxIds: [] };
		customers.set(customer.id, customer);
		return customer;
	}
	const customer = found(customers, id);
	if (!isAboutTaxIds) return Object.assign(customer, form);
	if (method === "GET") return { object: "list", data: customer.taxIds, has_more: false };
	if (method === "POST") return addTaxId(customer, form);
	customer.taxIds = customer.taxIds.filter((each) => each.id !== taxId);
	return { id: taxId, object: "tax_id", deleted: true };
}

function addTaxId(customer: Customer, { type, value }: Form): object {
	if (type === "eu_vat" && !/^[A-Z]{2}\w{2,12}$/.test(String(value)))
		throw new Refusal(400, "tax_id_invalid", "Invalid value for eu_vat.");
	const made = { id: newId("txi"), object: "tax_id", type: String(type), value: String(value) };
	customer.taxIds.push(made);
	return made;
}
