import { type PointerEvent, useRef } from "react";
import { type Cuts, cutsBetween, type Point, type Size } from "./cuts.ts";
import classes from "./PictureEditor.module.css";

interface CropAreaProps {
	/** A preview of the whole picture. */
	readonly src: string;
	readonly alt: string;
	/** Pixels of the picture itself. */
	readonly size: Size;
	readonly cuts: Cuts;
	readonly onCuts: (cuts: Cuts) => void;
}

/** The whole picture, with what is cut off in shade. A rectangle can be drawn with a pointer; fields beside it do the same for a keyboard. */
export function CropArea({ src, alt, size, cuts, onCuts }: CropAreaProps) {
	const start = useRef<Point>(undefined);
	const place = (event: PointerEvent<HTMLDivElement>): Point => {
		const { left, top, width, height } = event.currentTarget.getBoundingClientRect();
		return { x: share((event.clientX - left) / width), y: share((event.clientY - top) / height) };
	};
	const end = () => {
		start.current = undefined;
	};
	return (
		<div
			className={classes.area}
			onPointerCancel={end}
			onPointerDown={(event) => {
				event.currentTarget.setPointerCapture(event.pointerId);
				start.current = place(event);
			}}
			onPointerMove={(event) => {
				if (start.current) onCuts(cutsBetween(start.current, place(event), size));
			}}
			onPointerUp={end}
		>
			<img alt={alt} draggable={false} src={src} />
			<div
				className={classes.kept}
				style={{
					insetBlockEnd: percent(cuts.bottom, size.height),
					insetBlockStart: percent(cuts.top, size.height),
					left: percent(cuts.left, size.width),
					right: percent(cuts.right, size.width),
				}}
			/>
		</div>
	);
}

function share(value: number): number {
	return Math.min(1, Math.max(0, value));
}

function percent(pixels: number, of: number): string {
	return `${Math.min(100, Math.max(0, (100 * pixels) / of))}%`;
}
