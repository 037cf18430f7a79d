import { Button, MultiSelect, NativeSelect, TextInput } from "@mantine/core";
import { skipToken } from "@tanstack/react-query";
import { useRef, useState } from "react";
import type { PreviewQuery } from "../../../api/shapes.ts";
import { useRoute } from "../../../api/use-route.ts";
import { FailureNotice } from "../../../parts/FailureNotice.tsx";
import { FilterBar } from "../../../parts/FilterBar.tsx";
import { Surface } from "../../../parts/Surface.tsx";
import { WaitingRows } from "../../../parts/Waiting.tsx";
import { useShownClient } from "./ClientPage.tsx";
import { PreviewAnswer } from "./PreviewAnswer.tsx";

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
