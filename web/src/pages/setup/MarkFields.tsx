import { Button, FileButton, NativeSelect, TextInput } from "@mantine/core";
import { IconPhotoUp } from "@tabler/icons-react";
import { useEffect, useState } from "react";
import { Surface } from "../../parts/Page.tsx";
import { useObjectUrl } from "../../parts/use-object-url.ts";
import { Percent, PLACES } from "../admin/watermark/StyleForm.tsx";
import classes from "./Setup.module.css";
import type { SetupFields, SetupFormState } from "./setup-form.ts";

/** The visible mark, shown on a picture of one's own: the picture stays in the browser. */
export function MarkFields({ form }: { readonly form: SetupFormState }) {
	const [file, setFile] = useState<File | null>(null);
	return (
		<Surface
			description="On every delivered picture. An invisible mark, which traces a leak to its client, is in all of them anyway."
			title="The visible mark"
		>
			<div className={classes.mark}>
				<div className={classes.fields}>
					<TextInput
						description="Latin or Hebrew letters. A logo can be chosen on the page Watermark."
						dir="auto"
						label="Text"
						maxLength={60}
						{...form.getInputProps("markText")}
					/>
					<NativeSelect data={PLACES} label="Place" {...form.getInputProps("place")} />
					<Percent
						decidedBy={null}
						label="Size"
						unit="% of the picture's width"
						{...form.getInputProps("width")}
					/>
					<Percent decidedBy={null} label="Opacity" unit="%" {...form.getInputProps("opacity")} />
				</div>
				<div>
					<FileButton accept="image/jpeg,image/png" onChange={setFile}>
						{(props) => (
							<Button {...props} leftSection={<IconPhotoUp aria-hidden="true" size={16} />} variant="default">
								{file ? "Another picture" : "Look at it on a picture of yours"}
							</Button>
						)}
					</FileButton>
					{file ? <MarkedPicture file={file} style={form.values} /> : null}
				</div>
			</div>
		</Surface>
	);
}

type Style = Pick<SetupFields, "markText" | "place" | "width" | "opacity">;

/** Roughly what will be drawn. */
function MarkedPicture({ file, style }: { readonly file: File; readonly style: Style }) {
	const url = useObjectUrl(file);
	const [size, setSize] = useState<{ width: number; height: number }>();
	useEffect(() => {
		if (url === undefined) return;
		const picture = new Image();
		picture.onload = () => setSize({ width: picture.naturalWidth, height: picture.naturalHeight });
		picture.src = url;
	}, [url]);
	if (!size) return null;
	const textWidth = (size.width * style.width) / 100;
	const fontSize = textWidth / Math.max(1, 0.62 * style.markText.length);
	return (
		<figure className={classes.picture}>
			<svg role="img" viewBox={`0 0 ${size.width} ${size.height}`}>
				<title>Your picture with the mark</title>
				<image height={size.height} href={url} width={size.width} />
				{spotsOf(style.place, size, textWidth, fontSize).map(([x, y]) => (
					<text
						fill="#fff"
						fontFamily="sans-serif"
						fontSize={fontSize}
						fontWeight={700}
						key={`${x} ${y}`}
						opacity={style.opacity / 100}
						paintOrder="stroke"
						stroke="#000"
						strokeOpacity={0.5}
						strokeWidth={fontSize / 12}
						textAnchor="middle"
						textLength={textWidth}
						x={x}
						y={y}
					>
						{style.markText}
					</text>
				))}
			</svg>
			<figcaption>Roughly as it will be drawn. The picture stays in your browser.</figcaption>
		</figure>
	);
}

/** Where marks are drawn: the middle of each one's base line. */
function spotsOf(
	place: Style["place"],
	{ width, height }: { readonly width: number; readonly height: number },
	textWidth: number,
	fontSize: number,
): readonly (readonly [x: number, y: number])[] {
	const margin = 0.02 * width;
	const left = margin + textWidth / 2;
	const right = width - left;
	const top = margin + 0.8 * fontSize;
	const bottom = height - margin;
	const shares = [0.2, 0.5, 0.8];
	const spots: Readonly<Record<Style["place"], readonly (readonly [number, number])[]>> = {
		invisible: [],
		centre: [[width / 2, height / 2]],
		"top-left": [[left, top]],
		"top-right": [[right, top]],
		"bottom-left": [[left, bottom]],
		"bottom-right": [[right, bottom]],
		tiled: shares.flatMap((x) => shares.map((y) => [x * width, y * height] as const)),
	};
	return spots[place];
}
