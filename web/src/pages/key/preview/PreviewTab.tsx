import { Alert, Button, MultiSelect, NativeSelect, SegmentedControl, Stack, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { IconBan, IconInfoCircle } from "@tabler/icons-react";
import { skipToken } from "@tanstack/react-query";
import { useState } from "react";
import { type Preview, type PreviewQuery, useRoute } from "../../../api/routes.ts";
import { actionName } from "../../../format/actions.ts";
import { alignedCredits } from "../../../format/credits.ts";
import { metadataName } from "../../../format/metadata-words.ts";
import { SCOPE_NAMES, VARIANT_NAMES } from "../../../format/product-words.ts";
import { productWord } from "../../../format/products.ts";
import { CodeBlock } from "../../../parts/CodeBlock.tsx";
import { Fact, Facts } from "../../../parts/Facts.tsx";
import { FailureNotice } from "../../../parts/FailureNotice.tsx";
import { FilterBar } from "../../../parts/FilterBar.tsx";
import { Surface } from "../../../parts/Page.tsx";
import { WaitingRows } from "../../../parts/Waiting.tsx";
import { boughtLines } from "../../find/bought-lines.ts";
import { useAdministeredKey } from "../KeyPage.tsx";
import classes from "./PreviewAnswer.module.css";

/** What the client would get for a product, from the code that serves it; nothing is charged. */
export function PreviewTab() {
	const { client_id, administration } = useAdministeredKey();
	const { policy } = administration;
	const open = Object.keys(SCOPE_NAMES).filter((scope) => !policy.locks.includes(scope));
	const locked = policy.locks.filter((key) => key in SCOPE_NAMES);
	const form = useForm<PreviewFields>({
		initialValues: { barcode: "", include: [], variants: [], size: "" },
		validate: { barcode: barcodeProblem },
	});
	const [asked, setAsked] = useState<PreviewQuery>();
	const preview = useRoute(
		"GET /keys/{client_id}/preview",
		asked === undefined ? skipToken : { path: { client_id }, query: asked },
	);
	const ask = ({ barcode, include, variants, size }: PreviewFields) => {
		// A call without `include` asks for everything, so with one locked scope it is refused, and there would be nothing to see.
		const asksFor = include.length > 0 || locked.length === 0 ? include : open;
		setAsked({
			barcode: barcode.trim(),
			...(asksFor.length > 0 ? { include: asksFor.join(",") } : {}),
			...(variants.length > 0 ? { variants: variants.join(",") } : {}),
			...(size === "" ? {} : { size }),
		});
	};
	return (
		<Surface
			description="What this key would get for a product, and what it would pay. Nothing is charged or recorded."
			flush
			title="See as this key"
		>
			<FilterBar onSubmit={form.onSubmit(ask, () => form.getInputNode("barcode")?.focus())}>
				<TextInput inputMode="numeric" label="Barcode" maxLength={14} {...form.getInputProps("barcode")} />
				<MultiSelect
					data={choicesOf(SCOPE_NAMES)}
					label={locked.length > 0 ? "Asked for (all open)" : "Asked for (all)"}
					{...form.getInputProps("include")}
				/>
				<MultiSelect
					data={choicesOf(VARIANT_NAMES)}
					label="Pictures (all)"
					{...form.getInputProps("variants")}
				/>
				<NativeSelect
					data={[{ value: "", label: "Full" }, "500", "1000"]}
					label="Size"
					{...form.getInputProps("size")}
				/>
				<Button loading={preview.isFetching} type="submit">
					Show
				</Button>
			</FilterBar>
			<FailureNotice error={preview.error} onRetry={() => preview.refetch()} />
			{asked && preview.isPending ? <WaitingRows rows={6} /> : null}
			{preview.data ? <PreviewAnswer locked={locked} preview={preview.data} /> : null}
		</Surface>
	);
}

interface PreviewFields {
	readonly barcode: string;
	readonly include: string[];
	readonly variants: string[];
	readonly size: string;
}

function choicesOf(names: Readonly<Record<string, string>>) {
	return Object.entries(names).map(([value, label]) => ({ value, label }));
}

function barcodeProblem(barcode: string): string | null {
	return /^\d{4,14}$/.test(barcode.trim()) ? null : "Enter 4 to 14 digits.";
}

interface PreviewAnswerProps {
	readonly preview: Preview;
	/** Scopes that the key may not ask for. */
	readonly locked: readonly string[];
}

/** The response or why there is none, what is left out, and the price per item. */
function PreviewAnswer({ preview, locked }: PreviewAnswerProps) {
	const { status, error, answer, redacted_fields, notes } = preview;
	const format = alignedCredits([
		...preview.items.map(({ credits }) => credits),
		preview.credits,
		preview.balance_after,
	]);
	const [form, setForm] = useState("Product");
	return (
		<div className={classes.preview}>
			<Stack miw={0}>
				{error ? (
					<Alert color="red" icon={<IconBan />} role="status" title={`${status} ${error.code}`}>
						{error.message}
					</Alert>
				) : null}
				{notes.map((note) => (
					<Alert color="marigold" icon={<IconInfoCircle />} key={note} role="status">
						{note}
					</Alert>
				))}
				{answer ? (
					<>
						<SegmentedControl
							aria-label="Shown as"
							className={classes.form ?? ""}
							data={["Product", "JSON"]}
							onChange={setForm}
							value={form}
						/>
						{form === "JSON" ? (
							<CodeBlock code={JSON.stringify(answer, null, 2)} name="Answer" />
						) : (
							<ProductSeen answer={answer} />
						)}
					</>
				) : null}
			</Stack>
			<div className={classes.side}>
				<h3>Price</h3>
				<Facts layout="lines">
					{preview.items.map(({ action, count, credits }) => (
						<Fact key={action} name={count === 1 ? actionName(action) : `${count} × ${actionName(action)}`}>
							{format(credits)}
						</Fact>
					))}
					<Fact name="Together">{format(preview.credits)}</Fact>
					<Fact name="Balance after">{format(preview.balance_after)}</Fact>
				</Facts>
				<h3>Left out</h3>
				{redacted_fields.length + locked.length === 0 ? (
					<p>Nothing is left out.</p>
				) : (
					<ul>
						{locked.map((scope) => (
							<li key={scope}>
								{metadataName(scope)}: a call that asks for it is refused as a whole. <code>{scope}</code>
							</li>
						))}
						{redacted_fields.map((field) => (
							<li key={field}>
								{metadataName(field)} <code>{field}</code>
							</li>
						))}
					</ul>
				)}
			</div>
		</div>
	);
}

/** A product as it looks to the key: its values, and which pictures it gets. */
function ProductSeen({ answer }: { readonly answer: NonNullable<Preview["answer"]> }) {
	const { images = {} } = answer as { readonly images?: object };
	const pictures = Object.entries(images).flatMap(([variant, url]) =>
		url === null ? [] : [productWord(variant)],
	);
	return (
		<Facts layout="lines">
			<Fact name="Pictures">{pictures.length > 0 ? pictures.join(" · ") : "None"}</Fact>
			{boughtLines(answer).map(({ name, value }) => (
				<Fact key={name} name={productWord(name)}>
					<span dir="auto">{value}</span>
				</Fact>
			))}
		</Facts>
	);
}
