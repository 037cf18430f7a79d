import Type, { type Static } from "typebox";
import {
	EDITORS,
	type FeatureRoutes,
	orNull,
	Page,
	Pagination,
	PerPage,
	ProductBarcode,
	tagged,
} from "../../../pages/contract.ts";
import { CERTIFICATE_LISTS } from "../../certificates/list-certificates.ts";

const Day = Type.String({ format: "date", description: "A day, UTC." });
const CertificateId = Type.String({ minLength: 1, maxLength: 100 });

const Product = Type.Object({
	barcode: ProductBarcode,
	name: orNull(Type.String()),
	brand: orNull(Type.String()),
	thumbnail: orNull(Type.String(), "The version of a picture, for `GET /thumbnails/{thumbnail}`."),
	hechshers: Type.Array(Type.String(), { description: "Symbols of those without a certificate." }),
});
export type KosherProduct = Static<typeof Product>;

const Products = Type.Object({
	data: Type.Array(Product),
	next: orNull(Type.String(), "Where to continue. There may be more even if a page is not full."),
});

export const ListedCertificate = Type.Object({
	certificate_id: CertificateId,
	symbol: Type.String(),
	issued_on: orNull(Day),
	valid_until: orNull(Day, "The last day on which it holds."),
	checked_on: orNull(Day),
	source: orNull(Type.String()),
	note: orNull(Type.String()),
	status: Type.Enum(["current", "expired", "unstated"]),
	products: Type.Integer({ description: "How many rest on it." }),
	first_products: Type.Array(Product),
});
export type ListedCertificate = Static<typeof ListedCertificate>;

const CheckAfter = Type.Integer({
	minimum: 1,
	maximum: 10_000,
	description: "Days after which a certificate is to be looked at again.",
});

const KnownAgencies = Type.Array(Type.String({ minLength: 1, maxLength: 100 }), {
	maxItems: 500,
	description:
		"Symbols of the agencies that the operator knows. Products with others are noted; empty: none are.",
});

const Overview = Type.Object({
	check_after_days: CheckAfter,
	known_agencies: KnownAgencies,
	symbols: Type.Array(Type.String(), { description: "The symbols in the catalogue, most frequent first." }),
	counts: Type.Object(
		Object.fromEntries(CERTIFICATE_LISTS.map((list) => [list, Type.Integer()])) as Record<
			(typeof CERTIFICATE_LISTS)[number],
			ReturnType<typeof Type.Integer>
		>,
	),
	uncertified: Type.Integer({ description: "Products with hechshers none of which rests on a certificate." }),
});
export type KosherOverview = Static<typeof Overview>;

/** What hechshers rest on, and what has to be looked at. */
export const kosherRoutes = tagged("Kosher", EDITORS, {
	"GET /admin/kosher": {
		summary: "How many certificates end, have ended or are to be looked at again",
		answer: Overview,
	},
	"PUT /admin/kosher": {
		summary: "Say after how many days certificates are to be looked at again, and which agencies are known",
		body: Type.Object({
			check_after_days: Type.Optional(CheckAfter),
			known_agencies: Type.Optional(KnownAgencies),
		}),
		answer: Overview,
	},
	"GET /admin/kosher/certificates": {
		summary: "The certificates of a list, the first to end first, with their products",
		query: Type.Object({
			list: Type.Optional(
				Type.Enum([...CERTIFICATE_LISTS], {
					description: "`days_30`, `days_60`, `days_90`: end within 30 days, in 31 to 60, in 61 to 90.",
					default: "days_30",
				}),
			),
			page: Page,
			per_page: PerPage,
		}),
		answer: Type.Object({ data: Type.Array(ListedCertificate), pagination: Pagination }),
	},
	"POST /admin/kosher/certificates": {
		summary: "Renew certificates, or note that somebody looked at them today: all of them or none",
		body: Type.Object({
			certificate_ids: Type.Array(CertificateId, { minItems: 1, maxItems: 500 }),
			valid_until: Type.Optional(Day),
		}),
		answer: Type.Object({ changed: Type.Integer() }),
		errors: ["bad_request", "not_found"],
	},
	"GET /admin/kosher/products": {
		summary: "The products that rest on a certificate; without one, those with a hechsher that rests on none",
		query: Type.Object({
			certificate_id: Type.Optional(CertificateId),
			after: Type.Optional(ProductBarcode),
		}),
		answer: Products,
	},
} as const satisfies FeatureRoutes);
