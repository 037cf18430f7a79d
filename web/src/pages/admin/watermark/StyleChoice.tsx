import { Anchor } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { useRoute, type Watermark } from "../../../api/routes.ts";
import { Surface } from "../../../parts/Page.tsx";
import { DrawnPicture } from "./StylePreview.tsx";
import { givenStyle, type StyleFields, styleKey } from "./style-form.ts";
import classes from "./Watermark.module.css";

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
export function StyleChoice({ form, watermark, fields }: StyleChoiceProps) {
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
