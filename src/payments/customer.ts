import type Stripe from "stripe";
import type { Member } from "../pages/call.ts";
import { type Billing, billingOf } from "../people/accounts/billing.ts";
import type { Database } from "../platform/db/database.ts";
import type { PaymentTable } from "./tables.ts";

const EU = new Set(
	"AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK".split(" "),
);
const OTHER_TAX_IDS = { CH: "ch_vat", GB: "gb_vat", IL: "il_vat", NO: "no_vat", US: "us_ein" } as const;

/**
 * Whom Stripe writes invoices to, as the account has it now: one customer an account, who is made when details for invoices or a means of payment that is
 * kept need one. @returns null where neither does.
 */
export async function customerFor(
	{ read }: Pick<Database, "read">,
	stripe: Stripe,
	{ payment_id, account_id, again_below }: PaymentTable,
	{ shop, account }: Pick<Member, "shop" | "account">,
): Promise<string | null> {
	const billing = billingOf(shop);
	if (!billing && again_below === null) return null;
	const before = await read
		.selectFrom("payment")
		.select("customer")
		.where("account_id", "=", account_id)
		.where("customer", "is not", null)
		.orderBy("created_at", "desc")
		.executeTakeFirst();
	const who = { email: account.email, ...(billing ? addressed(billing) : {}) };
	const { id } = before?.customer
		? await stripe.customers.update(before.customer, who)
		: await stripe.customers.create(
				{ ...who, metadata: { account: account_id } },
				{ idempotencyKey: `customer ${payment_id}` },
			);
	if (billing) await setTaxId(stripe, id, billing);
	return id;
}

function addressed({ name, address, country }: Billing) {
	const [line1 = "", ...more] = address.split(/\s*\n\s*/);
	return { name, address: { line1, line2: more.join(", "), country } };
}

/** Only the present one stays; Stripe refuses what cannot be one. Of countries whose kind is not known here it gets none. */
async function setTaxId(
	stripe: Stripe,
	customer: string,
	{ country, vat_id: value }: Billing,
): Promise<void> {
	const type = EU.has(country) ? "eu_vat" : OTHER_TAX_IDS[country as keyof typeof OTHER_TAX_IDS];
	const wanted = type === undefined ? null : value;
	const { data } = await stripe.customers.listTaxIds(customer, { limit: 10 });
	for (const { id, value: held } of data)
		if (held !== wanted) await stripe.customers.deleteTaxId(customer, id);
	if (type !== undefined && wanted !== null && !data.some((each) => each.value === wanted))
		await stripe.customers.createTaxId(customer, { type, value: wanted });
}
