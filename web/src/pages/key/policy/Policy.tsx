import {
	Anchor,
	Button,
	MultiSelect,
	NativeSelect,
	Stack,
	Switch,
	TagsInput,
	TextInput,
	type TextInputProps,
} from "@mantine/core";
import { type UseFormReturnType, useForm } from "@mantine/form";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { type Administration, type ShownKey, useAction } from "../../../api/routes.ts";
import { useSession } from "../../../api/session.ts";
import { formatCount, formatCredits } from "../../../format/credits.ts";
import { metadataName } from "../../../format/metadata-words.ts";
import { DayField } from "../../../parts/DayField.tsx";
import { Fact, Facts } from "../../../parts/Facts.tsx";
import { Form } from "../../../parts/Form.tsx";
import { Moment } from "../../../parts/Moment.tsx";
import { Surface } from "../../../parts/Page.tsx";
import { SavedWarnings } from "../../../parts/SavedWarnings.tsx";
import { StateBadge } from "../../../parts/StateBadge.tsx";
import { done } from "../../../parts/toast.tsx";
import { useAdministeredKey } from "../KeyPage.tsx";
import classes from "./Policy.module.css";
import { changeOf, fieldProblems, fieldsOf, type PolicyFields } from "./policy-form.ts";
import { accessInWords, limitsInWords, picturesInWords, reachInWords } from "./policy-words.ts";

type AdministeredKey = ReturnType<typeof useAdministeredKey>;

/** Everything that an administrator decides about a key, with related facts. */
export function Policy() {
	const key = useAdministeredKey();
	return (
		<div className={classes.columns}>
			<Surface
				description="Changes apply from the key's next call; on other nodes, within five seconds."
				title="Policy"
			>
				<PolicyForm apiKey={key} key={key.client_id} />
			</Surface>
			<Stack gap="1.5rem">
				<CreditFacts apiKey={key} />
				<SameAccount administration={key.administration} />
			</Stack>
		</div>
	);
}

function PolicyForm({ apiKey }: { readonly apiKey: AdministeredKey }) {
	const { client_id, administration } = apiKey;
	const change = useAction("PATCH /keys/{client_id}", { path: { client_id } });
	const mayEdit = useSession().data?.account?.is_administrator ?? false;
	const form = useForm<PolicyFields>({
		initialValues: fieldsOf(administration),
		validate: fieldProblems,
	});
	const save = (values: PolicyFields) =>
		change.mutate(
			{ body: changeOf(fieldsOf(administration), values) },
			done("Saved.", ({ administration: changed }) => {
				if (changed) form.setInitialValues(fieldsOf(changed));
				form.reset();
			}),
		);
	return (
		<Form error={change.error} form={form} onSubmit={save}>
			<SavedWarnings warnings={change.data?.warnings} />
			<PolicyInputs apiKey={apiKey} form={form} isReadOnly={!mayEdit} />
			{mayEdit ? (
				<div>
					<Button disabled={!form.isDirty()} loading={change.isPending} type="submit">
						Save
					</Button>
				</div>
			) : null}
		</Form>
	);
}

function CreditFacts({ apiKey }: { readonly apiKey: ShownKey }) {
	const { credit_balance, spent_today, daily_cap_credits, low_balance_credits, created_at } = apiKey;
	return (
		<Surface title="Credits">
			<Facts layout="lines">
				<Fact name="Balance">
					{formatCredits(credit_balance)}
					{apiKey.shares_balance ? ", on which others draw too" : null}
				</Fact>
				<Fact name="Spent today">{formatCredits(spent_today)}</Fact>
				<Fact name="Daily cap">{amountOr(daily_cap_credits, "None")}</Fact>
				<Fact name="Monthly cap">{amountOr(apiKey.monthly_cap_credits, "None")}</Fact>
				<Fact name="Low-balance mark">{amountOr(low_balance_credits, "None")}</Fact>
				<Fact name="Created">
					<Moment at={created_at} />
				</Fact>
			</Facts>
		</Surface>
	);
}

/** The other keys of the account. */
function SameAccount({
	administration: { owner, other_clients },
}: {
	readonly administration: Administration;
}) {
	if (owner === null) return null;
	return (
		<Surface title="Same account">
			<p className={classes.account}>
				<bdi>{owner.email}</bdi> {other_clients.length === 0 ? "has no other key." : "also has:"}
			</p>
			<ul className={classes.others}>
				{other_clients.map(({ client_id, client_name, state }) => (
					<li key={client_id}>
						<Anchor component={Link} to={`/keys/${client_id}/policy`}>
							<bdi>{client_name}</bdi>
						</Anchor>
						<StateBadge state={state} />
					</li>
				))}
			</ul>
		</Surface>
	);
}

function amountOr(credits: number | null, none: string): string {
	return credits === null ? none : formatCredits(credits);
}

interface PolicyInputsProps {
	readonly apiKey: AdministeredKey;
	readonly form: UseFormReturnType<PolicyFields>;
	readonly isReadOnly: boolean;
}

/** Aligns inputs side by side, however many lines of description each has. */
const BESIDE_EACH_OTHER: NonNullable<TextInputProps["inputWrapperOrder"]> = [
	"label",
	"input",
	"error",
	"description",
];

/** The fields of a policy, in groups that say in a sentence what results. */
function PolicyInputs({ apiKey, form, isReadOnly }: PolicyInputsProps) {
	const { values } = form;
	const input = (name: keyof PolicyFields) => ({
		...form.getInputProps(name),
		disabled: isReadOnly,
		inputWrapperOrder: BESIDE_EACH_OTHER,
	});
	return (
		<>
			<Group says={accessInWords(values)} title="Access">
				<Access input={input} />
			</Group>
			<Group says={reachInWords(values)} title="What it sees">
				<Reach input={input} vocabulary={apiKey.administration.vocabulary} />
			</Group>
			<Group says={limitsInWords(values, apiKey.limits)} title="Limits">
				<Limits input={input} limits={apiKey.limits} />
			</Group>
			<Group says={picturesInWords(values)} title="Pictures">
				<Pictures input={input} />
			</Group>
		</>
	);
}

interface GroupProps {
	readonly title: string;
	readonly says: string;
	readonly children: ReactNode;
}

function Group({ title, says, children }: GroupProps) {
	return (
		<fieldset className={classes.group}>
			<legend>{title}</legend>
			<p dir="auto">{says}</p>
			<div className={classes.fields}>{children}</div>
		</fieldset>
	);
}

type Input = (name: keyof PolicyFields) => Record<string, unknown> & { disabled: boolean };

function Access({ input }: { readonly input: Input }) {
	return (
		<>
			<TextInput label="Name" maxLength={200} {...input("client_name")} />
			<TextInput
				description="Leave empty for none"
				label="E-mail address of the owner"
				type="email"
				{...input("owner_email")}
			/>
			<NativeSelect
				data={[
					{ value: "standard", label: "Standard" },
					{ value: "enterprise", label: "Enterprise" },
				]}
				description="Only enterprise keys can have reusable image URLs or no watermark"
				label="Tier"
				{...input("tier")}
			/>
			<DayField
				description="At the start of this day, UTC. Leave empty for never"
				label="Expires"
				{...input("expires_at")}
			/>
			<TagsInput
				description="IP addresses or CIDR ranges the key can be used from. Leave empty for any"
				label="Allowed addresses"
				{...input("allow_ip")}
			/>
		</>
	);
}

function Limits({ limits, input }: Pick<ShownKey, "limits"> & { readonly input: Input }) {
	const { requests_per_minute, requests_per_day } = limits;
	return (
		<>
			<TextInput
				description={`Leave empty for the default; currently ${formatCount(requests_per_minute)}`}
				inputMode="numeric"
				label="Calls a minute"
				{...input("requests_per_minute")}
			/>
			<TextInput
				description={`Leave empty for the default; currently ${formatCount(requests_per_day)}`}
				inputMode="numeric"
				label="Calls a day"
				{...input("requests_per_day")}
			/>
		</>
	);
}

function Reach({ vocabulary, input }: Pick<Administration, "vocabulary"> & { readonly input: Input }) {
	const { locks, departments } = vocabulary;
	return (
		<>
			<MultiSelect
				data={locks.map((key) => ({ value: key, label: metadataName(key) }))}
				description="What the key cannot get of a product"
				label="Locks"
				limit={200}
				nothingFoundMessage="Nothing with this name can be locked"
				renderOption={({ option }) => (
					<span>
						{option.label} <code>{option.value}</code>
					</span>
				)}
				searchable
				{...input("locks")}
			/>
			<TagsInput
				description="Only products whose barcodes start with these digits. Leave empty for all"
				label="Barcode prefixes"
				{...input("barcode_prefixes")}
			/>
			<TagsInput
				description="Spelled as in the catalogue; press Enter after each. Leave empty for all"
				label="Brands"
				splitChars={[]}
				{...input("brands")}
			/>
			<MultiSelect
				data={departments}
				description="Leave empty for all"
				label="Departments"
				searchable
				{...input("departments")}
			/>
		</>
	);
}

function Pictures({ input }: { readonly input: Input }) {
	const { value, inputWrapperOrder: _ordered, ...multiUse } = input("multi_use_urls");
	return (
		<>
			<TextInput
				description="Leave empty for the default"
				inputMode="numeric"
				label="Lifetime of image URLs, in seconds"
				{...input("url_ttl_seconds")}
			/>
			<NativeSelect
				data={[
					{ value: "required", label: "The default" },
					{ value: "invisible", label: "Invisible only" },
					{ value: "waived", label: "None (enterprise)" },
				]}
				description="The default is set on the Watermark page"
				label="Watermark"
				{...input("watermark")}
			/>
			<Switch
				checked={value === true}
				className={classes.whole ?? ""}
				description="Enterprise only. Otherwise, each URL works once."
				label="Image URLs work until they expire"
				{...multiUse}
			/>
		</>
	);
}
