import { Anchor, Button, Loader, SegmentedControl, Stack, TextInput } from "@mantine/core";
import { IconPhotoOff } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "react-router";
import { callForPicture } from "../../../api/call.ts";
import { blobOf } from "../../../api/exchange.ts";
import {
	type GivenStyle,
	KEPT,
	type RouteKey,
	type Sample,
	useRoute,
	type Watermark,
} from "../../../api/routes.ts";
import { VARIANT_NAMES } from "../../../format/product-words.ts";
import { FailureNotice } from "../../../parts/FailureNotice.tsx";
import { EmptyState } from "../../../parts/Listing.tsx";
import { Surface } from "../../../parts/Page.tsx";
import { thumbnailUrl } from "../../../parts/Thumbnail.tsx";
import { useObjectUrl } from "../../../parts/use-object-url.ts";
import { WaitingRows } from "../../../parts/Waiting.tsx";
import { givenStyle, type StyleFields, styleKey } from "./style-form.ts";
import classes from "./Watermark.module.css";

interface StylePreviewProps {
	/** The form's values, once typing has paused. */
	readonly fields: StyleFields;
	readonly watermark: Watermark;
}

/** The style on pictures of the catalogue, drawn by the server in the same way as for deliveries. */
export function StylePreview({ fields, watermark }: StylePreviewProps) {
	const [barcode, setBarcode] = useState<string>();
	const samples = useRoute(
		"GET /admin/watermark/samples",
		{ query: barcode === undefined ? {} : { barcode } },
		KEPT,
	);
	const style = givenStyle(fields, watermark.style);
	return (
		<Surface
			actions={<ProductChoice barcode={barcode} onChoose={setBarcode} />}
			description="Drawn by the server exactly as for delivery, then made smaller. Previews carry no invisible marks."
			title="Preview"
		>
			<FailureNotice error={samples.error} onRetry={() => samples.refetch()} />
			{samples.isPending ? <WaitingRows rows={6} /> : null}
			{samples.data?.data.length === 0 ? (
				<EmptyState icon={IconPhotoOff} title="No pictures yet">
					Import some to see the style on them.{" "}
					<Anchor component={Link} to="/admin/imports">
						Imports
					</Anchor>
				</EmptyState>
			) : null}
			{samples.data && samples.data.data.length > 0 ? (
				<Samples
					key={barcode}
					samples={samples.data.data}
					style={style}
					styleKey={styleKey(fields, watermark.revision)}
				/>
			) : null}
		</Surface>
	);
}

interface ProductChoiceProps {
	readonly barcode: string | undefined;
	readonly onChoose: (barcode: string | undefined) => void;
}

function ProductChoice({ barcode, onChoose }: ProductChoiceProps) {
	const [entered, setEntered] = useState("");
	return (
		<form
			className={classes.choice}
			onSubmit={(event) => {
				event.preventDefault();
				onChoose(entered.trim() || undefined);
			}}
		>
			<TextInput
				aria-label="Barcode of a product to preview"
				inputMode="numeric"
				maxLength={14}
				onChange={(event) => setEntered(event.currentTarget.value)}
				placeholder="Barcode"
				size="xs"
				value={entered}
			/>
			<Button size="xs" type="submit" variant="default">
				Show
			</Button>
			{barcode === undefined ? null : (
				<Button
					onClick={() => {
						setEntered("");
						onChoose(undefined);
					}}
					size="xs"
					variant="subtle"
				>
					Others
				</Button>
			)}
		</form>
	);
}

const SHOWS = { light: "Light package", dark: "Dark package", cut_out: "Cut-out" } as const;

interface SamplesProps {
	readonly samples: readonly Sample[];
	/** `undefined` until there is something to draw. */
	readonly style: GivenStyle | undefined;
	readonly styleKey: string;
}

function Samples({ samples, style, styleKey: key }: SamplesProps) {
	const [place, setPlace] = useState("0");
	const shown = samples[Number(place)] ?? samples[0];
	if (!shown) return null;
	return (
		<Stack align="flex-start" gap="0.875rem">
			<SegmentedControl
				aria-label="Picture"
				data={samples.map(({ shows, variant }, at) => ({
					value: String(at),
					label: shows === null ? VARIANT_NAMES[variant] : SHOWS[shows],
				}))}
				onChange={setPlace}
				size="xs"
				value={place}
			/>
			{style ? (
				<Drawn sample={shown} style={style} styleKey={key} />
			) : (
				<p className="note figures">Enter a text or choose a logo.</p>
			)}
		</Stack>
	);
}

const GROUNDS = [
	{ value: "chequered", label: "Chequered" },
	{ value: "white", label: "White" },
	{ value: "dark", label: "Dark" },
];

interface DrawnProps {
	readonly sample: Sample;
	readonly style: GivenStyle;
	readonly styleKey: string;
}

function Drawn({ sample, style, styleKey: key }: DrawnProps) {
	const preview = usePreview({ style, styleKey: key, sample });
	const [ground, setGround] = useState("chequered");
	const { barcode, product_name, thumbnail, variant } = sample;
	const isCutOut = variant.endsWith("_clean");
	return (
		<>
			<FailureNotice error={preview.error} onRetry={() => preview.refetch()} />
			<figure className={classes.figure}>
				<div
					aria-busy={preview.isFetching}
					className={classes.ground}
					data-ground={isCutOut ? ground : "white"}
				>
					{preview.data ? <Picture blob={preview.data.picture} name={product_name ?? barcode} /> : null}
					{preview.isPending ? <Undrawn version={thumbnail} /> : null}
				</div>
				<figcaption className={classes.caption}>
					<span>
						<bdi>{product_name ?? barcode}</bdi>
						{preview.data && !preview.data.isDrawn
							? " · nothing is drawn on deliveries; previews have a mark in the corner"
							: null}
					</span>
					{isCutOut ? (
						<SegmentedControl
							aria-label="Ground"
							data={GROUNDS}
							onChange={setGround}
							size="xs"
							value={ground}
						/>
					) : null}
				</figcaption>
			</figure>
		</>
	);
}

/** Previews that are no longer shown are dropped soon: there are many of them. */
const FORGET_MS = 30_000;

/** A picture as it would be delivered with a style; the previous preview stays while a new one is drawn. */
function usePreview({ style, styleKey: key, sample: { barcode, variant } }: DrawnProps) {
	const picture = { barcode, variant };
	return useQuery({
		// Not the style itself: it contains the bytes of a logo.
		queryKey: ["POST /admin/watermark/preview", { picture, key }] satisfies RouteKey,
		queryFn: async ({ signal }) => {
			const answer = await callForPicture(
				"POST /admin/watermark/preview",
				{ body: { ...style, ...picture } },
				signal,
			);
			return {
				picture: await blobOf(answer, signal),
				isDrawn: answer.headers.get("x-watermark-drawn") === "1",
			};
		},
		placeholderData: (before, query) =>
			JSON.stringify(query?.queryKey[1].picture) === JSON.stringify(picture) ? before : undefined,
		gcTime: FORGET_MS,
		retry: false,
	});
}

/** A sample with a style, and nothing around it. */
export function DrawnPicture(props: DrawnProps) {
	const preview = usePreview(props);
	const { product_name, barcode, thumbnail } = props.sample;
	if (preview.data) return <Picture blob={preview.data.picture} name={product_name ?? barcode} />;
	return preview.isPending ? <Undrawn version={thumbnail} /> : null;
}

function Picture({ blob, name }: { readonly blob: Blob; readonly name: string }) {
	const url = useObjectUrl(blob);
	return url ? <img alt={`${name} with this watermark`} src={url} /> : null;
}

/** The picture's thumbnail, in the place and size of the preview being drawn. */
function Undrawn({ version }: { readonly version: string | null }) {
	return (
		<>
			{version === null ? null : <img alt="" src={thumbnailUrl(version)} />}
			<Loader aria-label="Drawing" className={classes.drawing} role="status" size="sm" />
		</>
	);
}
