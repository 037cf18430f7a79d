import { Stack } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useDebouncedValue } from "@mantine/hooks";
import { useRoute, type Watermark } from "../../../api/routes.ts";
import { FailureNotice } from "../../../parts/FailureNotice.tsx";
import { PageHead } from "../../../parts/Page.tsx";
import { WaitingPage } from "../../../parts/Waiting.tsx";
import { PreparingPanel } from "./PreparingPanel.tsx";
import { StyleChoice } from "./StyleChoice.tsx";
import { StyleForm } from "./StyleForm.tsx";
import { StylePreview } from "./StylePreview.tsx";
import { fieldsOf, type StyleFields } from "./style-form.ts";
import classes from "./Watermark.module.css";

/** The watermark's style, previewed on pictures of the catalogue, and reprocessing all pictures with it. */
export function WatermarkPage() {
	const watermark = useRoute("GET /admin/watermark");
	// Needs no style, so it does not wait for it.
	useRoute("GET /admin/watermark/samples", { query: {} });
	return (
		<>
			<PageHead
				description="What is drawn on delivered pictures. Whatever you choose, every picture also has the invisible marks that trace a leak to its key."
				name="Watermark"
			/>
			{watermark.error && !watermark.data ? (
				<FailureNotice error={watermark.error} onRetry={() => watermark.refetch()} />
			) : null}
			{watermark.isPending ? <WaitingPage /> : null}
			{watermark.data ? <Editor watermark={watermark.data} /> : null}
		</>
	);
}

const SETTLED_MS = 300;

function Editor({ watermark }: { readonly watermark: Watermark }) {
	const form = useForm<StyleFields>({ mode: "controlled", initialValues: fieldsOf(watermark.style) });
	const [settled] = useDebouncedValue(form.values, SETTLED_MS);
	return (
		<Stack gap="1.5rem">
			<StyleChoice fields={settled} form={form} watermark={watermark} />
			<div className={classes.editor}>
				<StyleForm form={form} watermark={watermark} />
				<StylePreview fields={settled} watermark={watermark} />
			</div>
			<PreparingPanel isStyleSaved={!form.isDirty()} watermark={watermark} />
		</Stack>
	);
}
