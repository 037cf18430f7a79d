import Type from "typebox";
import { Meta } from "../../api/meta.ts";
import type { Metering } from "../../billing/ledger/metering.ts";
import { type Billed, billed } from "../../billing/prices/bill.ts";
import { callerOf } from "../../clients/auth/bearer.ts";
import type { Database } from "../../platform/db/database.ts";
import { type Clock, isoTime } from "../../platform/time/clock.ts";
import { BarcodePath, barcodeOf } from "../barcodes/barcode-path.ts";
import { scopeForbidden } from "../errors.ts";
import { locksOf } from "../fields/locks.ts";
import { Hechsher } from "../fields/schemas.ts";
import { answerCharged } from "../reading/charged-answer.ts";
import { findReadable, type ProductCaller } from "../reading/read-product.ts";
import { Alert } from "../withholding/alert-schema.ts";
import { HECHSHER_STATES, type ProductAlerts, readCertified, recordOf, stateOf } from "./kosher-record.ts";

const day = (description: string) =>
	Type.Union([Type.String({ format: "date" }), Type.Null()], { description, examples: ["2027-03-31"] });

const Certificate = Type.Object(
	{
		certificate_id: Type.String({ description: "The operator's name for it.", examples: ["OU-2027-0417"] }),
		issued_on: day("When it was issued."),
		valid_until: day("The last day on which it holds, UTC."),
		checked_on: day("When somebody last looked at the source."),
		source: Type.Union([Type.String(), Type.Null()], {
			description: "Where it can be looked up: an https URL or a text.",
			examples: ["https://example.com/letters/417.pdf"],
		}),
	},
	{ title: "Certificate" },
);

const KosherAnswer = Type.Object(
	{
		barcode: Type.String({ description: "The requested barcode.", examples: ["0725272730706"] }),
		hechshers: Type.Array(
			Type.Object(
				{
					symbol: Hechsher.properties.symbol,
					org: Hechsher.properties.org,
					dairy_meat_pareve: Hechsher.properties.dairy_meat_pareve,
					additional_designation: Hechsher.properties.additional_designation,
					status: Type.Enum([...HECHSHER_STATES], {
						description:
							"`withdrawn`: withheld by a live alert. `expired`: the certificate has ended. `current`: it holds. `unstated`: no date is known.",
						examples: ["current"],
					}),
					certificate: Type.Union([Certificate, Type.Null()], {
						description: "What it rests on, if that is known.",
					}),
				},
				{ title: "KosherHechsher" },
			),
			{ description: "All hechshers of the product in their order, withheld ones among them." },
		),
		alerts: Type.Array(Alert, {
			description: "Live alerts about the product.",
		}),
		meta: Meta,
	},
	{ title: "KosherRecord" },
);

interface KosherParts {
	readonly db: Database;
	readonly clock: Clock;
	readonly metering: Metering;
	/** Implemented by the room of alerts. */
	readonly productAlerts: ProductAlerts;
}

interface KosherWork extends Billed {
	readonly members: readonly string[];
}

const ONE_READ: Billed["lineItems"] = [{ action: "products.get.hechshers", quantity: 1 }];

/** `GET /products/{barcode}/kosher` (SPEC E12). */
export const getKosher = billed<KosherParts, ProductCaller, KosherWork>({
	id: "getKosherRecord",
	tag: "Products",
	summary: "What the hechshers of a product rest on",
	description:
		"Every hechsher with its status today and its certificate, and live alerts. Costs a read of `hechshers` if one is listed that is not withheld; alerts never cost.",
	access: "bearer",
	path: BarcodePath,
	answer: KosherAnswer,
	answerText: "The kosher record.",
	charges: ["products.get.hechshers"],
	errors: ["bad_request", "invalid_barcode", "out_of_scope", "scope_forbidden", "not_found"],
	bill: ({ db, clock, productAlerts }) => {
		const find = (barcode: string) => readCertified(db, barcode);
		return async (input, { client }) => {
			const barcode = barcodeOf(input);
			const product = await findReadable(find, client, barcode);
			if (locksOf(client.locks).scopes.has("hechshers")) throw scopeForbidden(["hechshers"]);
			const alerts = await productAlerts(barcode, client);
			const today = isoTime(clock.now()).slice(0, 10);
			const hechshers = product.hechshers.map((each) => recordOf(each, stateOf(each, today)));
			return {
				lineItems: hechshers.some(({ status }) => status !== "withdrawn") ? ONE_READ : [],
				members: [
					`"barcode":"${barcode}"`,
					`"hechshers":${JSON.stringify(hechshers)}`,
					`"alerts":[${alerts.join(",")}]`,
				],
			};
		};
	},
	handle:
		({ metering }, bill) =>
		async (request, reply) => {
			const { members, lineItems } = await bill(request, callerOf(request));
			return answerCharged(metering, request, reply, members, lineItems);
		},
});
