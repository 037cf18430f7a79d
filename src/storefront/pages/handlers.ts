import { DEPARTMENTS } from "../../catalogue/fields/vocabularies.ts";
import { countPassing } from "../../catalogue/listing/outline.ts";
import { EVERY_PRODUCT } from "../../catalogue/listing/product-filter.ts";
import { policyWarnings } from "../../clients/pages/policy-warnings.ts";
import { handlers } from "../../pages/call.ts";
import { changePortalSettings, readPortalSettings } from "../../people/portal-settings.ts";
import type { Database } from "../../platform/db/database.ts";
import type { SettingsOf } from "../../platform/settings.ts";
import { publicFilter } from "../public-catalogue.ts";
import type { storefrontSettings } from "../settings.ts";
import { storefrontFilter, storefrontSettingsOf } from "./choices.ts";
import { type Storefront, storefrontRoutes } from "./contract.ts";

export interface StorefrontHandlerParts {
	readonly db: Database;
	readonly config: { readonly storefront: Pick<SettingsOf<typeof storefrontSettings>, "storefront"> };
}

/** Handlers for what the public pages say and show. */
export function storefrontHandlers({ db, config }: StorefrontHandlerParts) {
	const isOn = () => config.storefront.storefront === "on";
	return handlers(storefrontRoutes)({
		"GET /admin/storefront": () => storefrontAnswer(db, isOn()),
		async "PATCH /admin/storefront"({ body, actor, nowMs }) {
			const settings = await db.write(changePortalSettings, { ...storefrontSettingsOf(body), actor });
			const { brands, departments } = storefrontFilter(settings);
			const given = { brand: body.brands, department: body.departments };
			const warnings = await policyWarnings(db, { expiresAtMs: null, brands, departments }, given, nowMs);
			return {
				storefront: await storefrontAnswer(db, isOn()),
				warnings: warnings.map(({ text }) => `${text}.`),
			};
		},
	});
}

async function storefrontAnswer(db: Database, isOn: boolean): Promise<Storefront> {
	const settings = await readPortalSettings(db.read);
	const filter = storefrontFilter(settings);
	const [products, publicProducts] = await Promise.all([
		countPassing(db, EVERY_PRODUCT),
		countPassing(db, publicFilter(filter)),
	]);
	return {
		name: settings.storefrontName,
		contact: settings.contact,
		terms_url: settings.termsUrl,
		search_engines: settings.searchEngines,
		kosher_status: settings.showsKosher,
		kosher_facts: settings.showsFacts,
		credit_price: settings.showsCreditPrice,
		brands: [...filter.brands],
		departments: [...filter.departments],
		barcodes: [...filter.barcodePrefixes],
		is_on: isOn,
		products,
		public_products: publicProducts,
		existing_departments: DEPARTMENTS.filter(Boolean),
	};
}
