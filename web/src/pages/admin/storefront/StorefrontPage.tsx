import { Anchor, Button, MultiSelect, Stack, Switch, TagsInput, Text, TextInput } from "@mantine/core";
import { type UseFormReturnType, useForm } from "@mantine/form";
import { Link } from "react-router";
import type { RouteAnswer, RouteBody } from "../../../../../src/routes.ts";
import { useAction, useRoute } from "../../../api/routes.ts";
import { useSession } from "../../../api/session.ts";
import { creditsInWords, formatCount } from "../../../format/credits.ts";
import { formatUnitPrice } from "../../../format/money.ts";
import { FailureNotice } from "../../../parts/FailureNotice.tsx";
import { Form } from "../../../parts/Form.tsx";
import { PageHead, Surface } from "../../../parts/Page.tsx";
import { SavedWarnings } from "../../../parts/SavedWarnings.tsx";
import { done } from "../../../parts/toast.tsx";
import { WaitingRows } from "../../../parts/Waiting.tsx";
import classes from "../Administration.module.css";
import { ServiceSettings } from "../service/ServiceSettings.tsx";
import { contactProblem, pageAddressProblem } from "./address-problems.ts";

type Storefront = RouteAnswer<"GET /admin/storefront">;

/** Who runs the catalogue, and what of it everybody may see. */
export function StorefrontPage() {
	const storefront = useRoute("GET /admin/storefront");
	return (
		<>
			<PageHead
				description="What people see who have not signed in: name and brand of each public product, which pictures and facts there are of it, previews with a drawn mark, and prices. Nothing else of a product is given away unless you switch it on below."
				name="Storefront"
			/>
			{storefront.error && !storefront.data ? (
				<FailureNotice error={storefront.error} onRetry={() => storefront.refetch()} />
			) : null}
			{storefront.data ? <StorefrontState storefront={storefront.data} /> : null}
			<Stack gap="md">
				<ServiceSettings
					description="A change takes effect at once."
					groups={["storefront"]}
					id="storefront"
					title="Whether it is on"
				/>
				<Surface title="What it says and shows">
					{storefront.isPending ? <WaitingRows rows={4} /> : null}
					{storefront.data ? <StorefrontForm storefront={storefront.data} /> : null}
				</Surface>
			</Stack>
		</>
	);
}

function StorefrontState({ storefront }: { readonly storefront: Storefront }) {
	const { is_on, products, public_products } = storefront;
	const shown =
		public_products === products
			? `all ${formatCount(products)} products`
			: `${formatCount(public_products)} of ${formatCount(products)} products`;
	if (is_on)
		return (
			<Text mb="lg">
				The storefront is on and shows {shown}.{" "}
				<Anchor href="/products" rel="noreferrer" target="_blank">
					Look at it
				</Anchor>
			</Text>
		);
	return (
		<Text mb="lg">
			The storefront is off: visitors see the sign-in page alone. Switched on, it would show {shown}.
		</Text>
	);
}

interface Values {
	readonly name: string;
	readonly contact: string;
	readonly terms_url: string;
	readonly search_engines: boolean;
	readonly kosher_status: boolean;
	readonly kosher_facts: boolean;
	readonly credit_price: boolean;
	readonly brands: string[];
	readonly departments: string[];
	readonly barcodes: string[];
}

function valuesOf({
	name,
	contact,
	terms_url,
	brands,
	departments,
	barcodes,
	...others
}: Storefront): Values {
	const { search_engines, kosher_status, kosher_facts, credit_price } = others;
	const switches = { search_engines, kosher_status, kosher_facts, credit_price };
	const words = { name, contact: contact ?? "", terms_url: terms_url ?? "" };
	return { ...words, ...switches, brands, departments, barcodes };
}

/** What was changed; the rest may have been changed by somebody else meanwhile. */
function changesIn(values: Values, isChanged: (name: keyof Values) => boolean) {
	const { contact, terms_url } = values;
	const sent = { ...values, contact: contact.trim() || null, terms_url: terms_url.trim() || null };
	const changed = Object.entries(sent).filter(([name]) => isChanged(name as keyof Values));
	return Object.fromEntries(changed) as RouteBody<"PATCH /admin/storefront">;
}

function StorefrontForm({ storefront }: { readonly storefront: Storefront }) {
	const change = useAction("PATCH /admin/storefront");
	const form = useForm<Values>({
		initialValues: valuesOf(storefront),
		validate: {
			name: (name) => (name.trim() === "" ? "Enter what the catalogue is called." : null),
			contact: contactProblem,
			terms_url: pageAddressProblem,
			barcodes: (barcodes) =>
				barcodes.every((barcode) => /^\d{1,14}$/.test(barcode)) ? null : "Enter 1 to 14 digits each.",
		},
	});
	const save = (values: Values) =>
		change.mutate(
			{ body: changesIn(values, form.isDirty) },
			done(
				"Saved. Visitors see it at once; caches on the way may take a minute.",
				({ storefront: saved }) => {
					form.setInitialValues(valuesOf(saved));
					form.reset();
				},
			),
		);
	return (
		<Form className={classes.form} error={change.error} form={form} onSubmit={save}>
			<SavedWarnings warnings={change.data?.warnings} />
			<TextInput
				description="Of the catalogue, at the top of every public page and in mails."
				label="Name"
				maxLength={60}
				{...form.getInputProps("name")}
			/>
			<TextInput
				description="A mail address, or the address of a page. The sign-in page names it, too. Leave empty for none."
				label="How to reach you"
				{...form.getInputProps("contact")}
			/>
			<TextInput
				description="The address of a page. Leave empty for none."
				label="Terms"
				type="url"
				{...form.getInputProps("terms_url")}
			/>
			<Switch
				description="When off, the pages ask search engines to stay away."
				label="Search engines may list the pages"
				{...form.getInputProps("search_engines", { type: "checkbox" })}
			/>
			<GivenAway form={form} />
			<ShownFields form={form} departments={storefront.existing_departments} />
			<div>
				<Button disabled={!form.isDirty()} loading={change.isPending} type="submit">
					Save
				</Button>
			</div>
		</Form>
	);
}

/** What else visitors may be told, with what those who have an account pay for it. */
function GivenAway({ form }: { readonly form: UseFormReturnType<Values> }) {
	const prices = useRoute("GET /admin/prices").data?.data;
	const credit = useSession().data?.service.credit_price;
	const costOf = (scope: "hechshers" | "info") => {
		const price = prices?.find(({ action }) => action.endsWith(`.${scope}`))?.price;
		return price === undefined ? "as priced" : creditsInWords(price);
	};
	return (
		<>
			<Switch
				description={`On cards and pages of products. You give away what is sold otherwise: of each product, all symbols and statuses of its hechshers (${costOf("hechshers")}), and two of its product facts (${costOf("info")} together). A hechsher that an alert withholds is not shown.`}
				label="Show hechshers, dairy, meat or pareve, Passover and size"
				{...form.getInputProps("kosher_facts", { type: "checkbox" })}
			/>
			<Switch
				description="Whether each hechsher is current, expired or withdrawn today, and until when it holds; to search engines, current ones alone."
				label="Show the status of hechshers"
				{...form.getInputProps("kosher_status", { type: "checkbox" })}
			/>
			<Switch
				description={
					<>
						{credit
							? `${formatUnitPrice(credit.amount, credit.currency)}, as account holders are told. `
							: "No price is set yet. "}
						<Anchor component={Link} inherit to="/admin/settings">
							Prices and sign-up are in Settings
						</Anchor>
					</>
				}
				label="Show what a credit costs"
				{...form.getInputProps("credit_price", { type: "checkbox" })}
			/>
		</>
	);
}

interface ShownFieldsProps {
	readonly form: UseFormReturnType<Values>;
	readonly departments: string[];
}

/** Which products are public. */
function ShownFields({ form, departments }: ShownFieldsProps) {
	return (
		<>
			<TagsInput
				description="Only products of these, spelled as in the catalogue. Leave empty for all."
				label="Brands"
				splitChars={[]}
				{...form.getInputProps("brands")}
			/>
			<MultiSelect
				data={departments}
				description="Only products of these. Leave empty for all."
				label="Departments"
				searchable
				{...form.getInputProps("departments")}
			/>
			<TagsInput
				description="Only these, or those that begin with these digits. Leave empty for all."
				label="Barcodes"
				{...form.getInputProps("barcodes")}
			/>
		</>
	);
}
