import { Alert, Button, MultiSelect, NativeSelect, TextInput } from "@mantine/core";
import { IconBan, IconInfoCircle } from "@tabler/icons-react";
import { skipToken } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { type Preview, type PreviewQuery, useRoute } from "../../../api/routes.ts";
import { formatCredits } from "../../../format/credits.ts";
import { CodeBlock } from "../../../parts/CodeBlock.tsx";
import { Fact, Facts } from "../../../parts/Facts.tsx";
import { FailureNotice } from "../../../parts/FailureNotice.tsx";
import { FilterBar } from "../../../parts/FilterBar.tsx";
import { Surface } from "../../../parts/Page.tsx";
import { WaitingRows } from "../../../parts/Waiting.tsx";
import { useShownClient } from "./ClientPage.tsx";
import classes from "./PreviewAnswer.module.css";

const SCOPES = ["info", "hechshers", "nutrition", "ingredients", "catalog_meta", "image_meta", "images"];
const VARIANTS = ["front", "back", "front_clean", "back_clean"];

/** What the client would get for a product, from the code that serves it; nothing is charged. */
export function ClientPreview() {
	const { client_id } = useShownClient();
	const [barcode, setBarcode] = useState("");
	const [include, setInclude] = useState<string[]>([]);
	const [variants, setVariants] = useState<string[]>([]);
	const [size, setSize] = useState("");
	const [asked, setAsked] = useState<PreviewQuery>();
	const preview = useRoute(
		"GET /admin/clients/{client_id}/preview",
		asked === undefined ? skipToken : { path: { client_id }, query: asked },
	);
	const [problem, setProblem] = useState<string | null>(null);
	const field = useRef<HTMLInputElement>(null);
	const ask = () => {
		setProblem(barcodeProblem(barcode));
		if (barcodeProblem(barcode) !== null) return field.current?.focus();
		setAsked({
			barcode: barcode.trim(),
			...(include.length > 0 ? { include: include.join(",") } : {}),
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
			<FilterBar onSubmit={ask}>
				<TextInput
					error={problem}
					inputMode="numeric"
					label="Barcode"
					maxLength={14}
					onChange={(event) => {
						setBarcode(event.currentTarget.value);
						setProblem(null);
					}}
					ref={field}
					size="sm"
					value={barcode}
				/>
				<MultiSelect data={SCOPES} label="Scopes (all)" onChange={setInclude} size="sm" value={include} />
				<MultiSelect
					data={VARIANTS}
					label="Variants (all)"
					onChange={setVariants}
					size="sm"
					value={variants}
				/>
				<NativeSelect
					data={[{ value: "", label: "Full" }, "500", "1000"]}
					label="Size"
					onChange={(event) => setSize(event.currentTarget.value)}
					size="sm"
					value={size}
				/>
				<Button loading={preview.isFetching} size="sm" type="submit">
					Show
				</Button>
			</FilterBar>
			{preview.error ? <FailureNotice error={preview.error} onRetry={() => preview.refetch()} /> : null}
			{asked && preview.isPending ? <WaitingRows rows={6} /> : null}
			{preview.data ? <PreviewAnswer preview={preview.data} /> : null}
		</Surface>
	);
}

function barcodeProblem(barcode: string): string | null {
	return /^\d{4,14}$/.test(barcode.trim()) ? null : "Enter 4 to 14 digits.";
}

/** The response or why there is none, what is left out, and the price per item. */
function PreviewAnswer({ preview }: { readonly preview: Preview }) {
	const { status, error, answer, redacted_fields, notes } = preview;
	return (
		<div className={classes.preview}>
			<div className={classes.main}>
				{error ? (
					<Alert
						color="red"
						icon={<IconBan />}
						role="status"
						title={`${status} ${error.code}`}
						variant="light"
					>
						{error.message}
					</Alert>
				) : null}
				{notes.map((note) => (
					<Alert color="marigold" icon={<IconInfoCircle />} key={note} role="status" variant="light">
						{note}
					</Alert>
				))}
				{answer ? <CodeBlock code={JSON.stringify(answer, null, 2)} name="Answer" /> : null}
			</div>
			<div className={classes.side}>
				<h3>Price</h3>
				<Facts layout="lines">
					{preview.items.map(({ action, count, credits }) => (
						<Fact key={action} name={count === 1 ? action : `${count} × ${action}`}>
							{formatCredits(credits)}
						</Fact>
					))}
					<Fact name="Together">{formatCredits(preview.credits)}</Fact>
					<Fact name="Balance after">{formatCredits(preview.balance_after)}</Fact>
				</Facts>
				<h3>Left out</h3>
				{redacted_fields.length === 0 ? (
					<p>Nothing is redacted.</p>
				) : (
					<ul className={classes.redacted}>
						{redacted_fields.map((field) => (
							<li key={field}>
								<code>{field}</code>
							</li>
						))}
					</ul>
				)}
			</div>
		</div>
	);
}
