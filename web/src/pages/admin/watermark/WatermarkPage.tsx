import { Anchor, Stack } from "@mantine/core";
import { type UseFormReturnType, useForm } from "@mantine/form";
import { useDebouncedValue } from "@mantine/hooks";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { useRoute, type Watermark } from "../../../api/routes.ts";
import { FailureNotice } from "../../../parts/FailureNotice.tsx";
import { PageHead, Surface } from "../../../parts/Page.tsx";
import { WaitingPage } from "../../../parts/Waiting.tsx";
import { PreparingPanel } from "./PreparingPanel.tsx";
import { StyleForm } from "./StyleForm.tsx";
import { DrawnPicture, StylePreview } from "./StylePreview.tsx";
import { fieldsOf, givenStyle, type StyleFields, styleKey } from "./style-form.ts";
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

/** Google's rule for `image_link`. */
const GOOGLE = "https://support.google.com/merchants/answer/6324350";

type Place = StyleFields["place"];

interface Kind {
	readonly name: string;
	readonly place: Place;
	/** The places that are of this kind. */
	readonly has: (place: Place) => boolean;
	readonly words: ReactNode;
}

const KINDS: readonly Kind[] = [
	{
		name: "A small mark",
		place: "bottom-right",
		has: (place) => place !== "tiled" && place !== "invisible",
		words: "Says whose picture it is and leaves the pack free. Google Merchant Center and Amazon refuse it.",
	},
	{
		name: "Marks all over",
		place: "tiled",
		has: (place) => place === "tiled",
		words: "Hard to remove, and hard to sell with. Google Merchant Center and Amazon refuse it.",
	},
	{
		name: "Nothing to be seen",
		place: "invisible",
		has: (place) => place === "invisible",
		words: "Taken everywhere: only previews like this one have a mark. Leaks are traced all the same.",
	},
];

interface StyleChoiceProps {
	readonly form: UseFormReturnType<StyleFields>;
	readonly watermark: Watermark;
	/** The form's values, once typing has paused. */
	readonly fields: StyleFields;
}

/** What the choice is between, on a picture of the catalogue, and what each kind of mark is refused by. */
function StyleChoice({ form, watermark, fields }: StyleChoiceProps) {
	const samples = useRoute("GET /admin/watermark/samples", { query: {} });
	const sample = samples.data?.data[0];
	const isDecided = watermark.decided_by.place !== null;
	return (
		<Surface
			description={
				<>
					Invisible marks, which trace a leak to its key, are in every picture whatever you choose. Google{" "}
					<Anchor href={GOOGLE} inherit rel="noreferrer" target="_blank">
						refuses pictures with a mark drawn on them
					</Anchor>
					, and so do many marketplaces. A key can get its pictures without the drawn mark whatever the style:{" "}
					<Anchor component={Link} inherit to="/admin/clients">
						All keys
					</Anchor>{" "}
					› Policy › Watermark.
				</>
			}
			title="What do you want to be seen?"
		>
			<fieldset className={classes.kinds} disabled={isDecided}>
				{KINDS.map(({ name, place, has, words }) => {
					const shown = { ...fields, place: has(fields.place) ? fields.place : place };
					const style = givenStyle(shown, watermark.style);
					return (
						<label className={classes.kind} key={name}>
							<input
								checked={has(form.values.place)}
								name="kind"
								onChange={() => form.setFieldValue("place", place)}
								type="radio"
							/>
							<span className={classes.kindPicture}>
								{sample && style ? (
									<DrawnPicture
										sample={sample}
										style={style}
										styleKey={styleKey(shown, watermark.revision)}
									/>
								) : null}
							</span>
							<b>{name}</b>
							<span>{words}</span>
						</label>
					);
				})}
			</fieldset>
		</Surface>
	);
}
