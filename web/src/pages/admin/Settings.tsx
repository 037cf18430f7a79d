import { Button, Select, Stack, Switch, Textarea, TextInput } from "@mantine/core";
import { type UseFormReturnType, useForm } from "@mantine/form";
import type { RouteAnswer, RouteBody } from "../../../../src/routes.ts";
import { useAction, useRoute } from "../../api/routes.ts";
import { amountProblem, countProblem, parseAmount, parseCount } from "../../format/amounts.ts";
import { FailureNotice } from "../../parts/FailureNotice.tsx";
import { Form } from "../../parts/Form.tsx";
import { PageHead, Surface } from "../../parts/Page.tsx";
import { done } from "../../parts/toast.tsx";
import { WaitingRows } from "../../parts/Waiting.tsx";
import classes from "./Administration.module.css";
import { ExportEverything } from "./service/ExportEverything.tsx";
import { Restore } from "./service/Restore.tsx";
import { ServiceSettings } from "./service/ServiceSettings.tsx";
import { TestMail } from "./service/TestMail.tsx";

/** The maximum that the service accepts. */
const MOST_KEYS = 1000;

export function Settings() {
	const settings = useRoute("GET /admin/settings");
	return (
		<>
			<PageHead
				description="Of all accounts, and of the service. The environment of the service takes precedence where it sets something."
				name="Settings"
			/>
			<FailureNotice error={settings.error} onRetry={() => settings.refetch()} />
			<Stack gap="md">
				<Surface title="Accounts, keys and top-ups">
					{settings.isPending ? <WaitingRows rows={2} /> : null}
					{settings.data ? <SettingsForm settings={settings.data} /> : null}
				</Surface>
				<ServiceSettings
					description="Where the service is reached, usually behind a proxy that has its certificate."
					groups={["images", "http"]}
					id="address"
					title="Public address"
				/>
				<ServiceSettings
					actions={<TestMail />}
					description="Save first, then send yourself a test."
					groups={["mail"]}
					id="mail"
					title="Mail"
				/>
				<ServiceSettings
					description="Credits are paid on a page of Stripe. The price of a credit and its currency are above."
					groups={["payments"]}
					id="payments"
					title="Payments by card"
				/>
				<ServiceSettings
					description="The first one follows soon after a place is set. The overview says how they went."
					groups={["backups"]}
					id="backups"
					title="Backups"
				/>
				<Restore />
				<ExportEverything />
			</Stack>
		</>
	);
}

export const CURRENCIES = Intl.supportedValuesOf("currency");

function priceProblem(price: string, currency: string | null): string | null {
	if (price.trim() === "") return null;
	if (!parseAmount(price)) return "Enter an amount above 0, with at most four decimals.";
	return currency ? null : "Choose a currency.";
}

interface Values {
	readonly open: boolean;
	readonly keys: string;
	readonly above: string;
	readonly alerts: boolean;
	readonly price: string;
	readonly currency: string;
	readonly payment: string;
}

/** What was changed; the rest may have been changed by somebody else meanwhile. */
function changesIn(
	values: Values,
	isChanged: (name: keyof Values) => boolean,
): RouteBody<"PATCH /admin/settings"> {
	return {
		...(isChanged("open") && { sign_up_open: values.open }),
		...(isChanged("keys") && { keys_per_account: parseCount(values.keys) ?? 0 }),
		...(isChanged("above") && { two_approvals_above: parseAmount(values.above) ?? null }),
		...(isChanged("alerts") && { two_for_alerts: values.alerts }),
		...(isChanged("price") && { credit_price: parseAmount(values.price) ?? null }),
		...(isChanged("currency") && { currency: values.currency || null }),
		...(isChanged("payment") && { payment_note: values.payment.trim() || null }),
	};
}

function SettingsForm({ settings }: { readonly settings: RouteAnswer<"GET /admin/settings"> }) {
	const change = useAction("PATCH /admin/settings");
	const form = useForm<Values>({
		initialValues: {
			open: settings.sign_up_open,
			keys: String(settings.keys_per_account),
			above: settings.two_approvals_above === null ? "" : String(settings.two_approvals_above),
			alerts: settings.two_for_alerts,
			price: settings.credit_price === null ? "" : String(settings.credit_price),
			currency: settings.currency ?? "",
			payment: settings.payment_note ?? "",
		},
		validate: {
			keys: (keys) => countProblem(keys, MOST_KEYS),
			above: (above) => (above.trim() === "" ? null : amountProblem(above, 0)),
			price: (price, { currency }) => priceProblem(price, currency),
		},
	});
	return (
		<Form
			className={classes.form}
			error={change.error}
			form={form}
			onSubmit={(values) =>
				change.mutate(
					{ body: changesIn(values, form.isDirty) },
					done("Saved.", () => form.resetDirty()),
				)
			}
		>
			<Switch
				description="When off, only administrators open accounts."
				label="Anybody may create an account"
				{...form.getInputProps("open", { type: "checkbox" })}
			/>
			<TextInput
				description="How many active keys an account can have. You can set a different limit for a single account."
				inputMode="numeric"
				label="Keys per account"
				{...form.getInputProps("keys")}
			/>
			<TextInput
				description="Top-ups above this amount need approval from two people. Leave empty if one is always enough."
				inputMode="decimal"
				label="Two approvals above"
				{...form.getInputProps("above")}
			/>
			<Switch
				description="What one administrator writes, changes or ends as a mistake holds when another one has approved it. Ending an alert as settled needs one."
				label="Kosher alerts need two people"
				{...form.getInputProps("alerts", { type: "checkbox" })}
			/>
			<PaymentFields form={form} />
			<div>
				<Button disabled={!form.isDirty()} loading={change.isPending} type="submit">
					Save
				</Button>
			</div>
		</Form>
	);
}

/** What account holders are told where they ask for credits. */
function PaymentFields({ form }: { readonly form: UseFormReturnType<Values> }) {
	return (
		<>
			<TextInput
				description="Shown where account holders ask for credits, with the sum. Leave empty to say nothing."
				inputMode="decimal"
				label="Price of a credit"
				{...form.getInputProps("price")}
			/>
			<Select clearable data={CURRENCIES} label="Currency" searchable {...form.getInputProps("currency")} />
			<Textarea
				description="Shown in the same place, such as: You get an invoice by mail, payable within 14 days."
				label="How top-ups are paid"
				maxLength={500}
				{...form.getInputProps("payment")}
			/>
		</>
	);
}
