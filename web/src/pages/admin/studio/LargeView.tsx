import { Group, Modal, SegmentedControl, Stack, Text, UnstyledButton } from "@mantine/core";
import { type CSSProperties, type PointerEvent, useState } from "react";
import { routeUrl } from "../../../api/call.ts";
import type { Card } from "../../../api/routes.ts";

interface LargeViewProps {
	readonly importId: string;
	readonly picture: Card["pictures"][number];
	readonly onClose: () => void;
}

const GROUNDS = [
	{ value: "light", label: "Light" },
	{ value: "dark", label: "Dark" },
	{ value: "checks", label: "Checkerboard" },
	{ value: "raw", label: "As taken" },
];
const BACKGROUNDS: ReadonlyMap<string, string> = new Map([
	["dark", "#16181a"],
	["checks", "repeating-conic-gradient(#c8ccd0 0 25%, #fff 0 50%) 0 0 / 24px 24px"],
]);
const FITTED: CSSProperties = { height: "100%", objectFit: "contain", width: "100%" };

/** A picture and its cut-out on the ground that somebody chooses, at full size under the cursor. */
export function LargeView({ importId, picture, onClose }: LargeViewProps) {
	const { id, name, verdict, not_cut_out } = picture;
	const [ground, setGround] = useState(not_cut_out === null ? "checks" : "raw");
	const view = ground === "raw" ? "preview" : "cutout";
	return (
		<Modal onClose={onClose} opened size="70rem" title={<bdi>{name}</bdi>}>
			<Stack gap="sm">
				<Group justify="space-between">
					{not_cut_out === null ? (
						<SegmentedControl aria-label="Ground" data={GROUNDS} onChange={setGround} value={ground} />
					) : (
						<Text c="dimmed" size="sm">
							Not cut out: {not_cut_out}.
						</Text>
					)}
					<Text c="dimmed" size="sm">
						{verdict}
					</Text>
				</Group>
				<FullSize
					alt={ground === "raw" ? `${name} as taken` : `${name} cut out`}
					ground={ground}
					key={view}
					src={viewUrl(importId, id, view)}
				/>
			</Stack>
		</Modal>
	);
}

interface FullSizeProps {
	readonly alt: string;
	readonly ground: string;
	readonly src: string;
}

/** Fitted to the dialog; under the cursor, and after Enter, at full size: the cursor or the arrow keys choose the part. */
function FullSize({ alt, ground, src }: FullSizeProps) {
	const [isFull, setFull] = useState(false);
	function follow(event: PointerEvent<HTMLButtonElement>): void {
		if (event.pointerType !== "mouse") return;
		const { currentTarget: pane } = event;
		setFull(true);
		const { left, top, width, height } = pane.getBoundingClientRect();
		pane.scrollTo(
			((event.clientX - left) / width) * (pane.scrollWidth - width),
			((event.clientY - top) / height) * (pane.scrollHeight - height),
		);
	}
	return (
		<UnstyledButton
			aria-pressed={isFull}
			bd="1px solid var(--mantine-color-default-border)"
			data-ground={ground}
			h="min(70vh, 44rem)"
			onClick={(event) => {
				// A click of the mouse is where the cursor is already.
				if (event.detail === 0 || !isFull) setFull(!isFull);
			}}
			onPointerLeave={() => setFull(false)}
			onPointerMove={follow}
			style={{
				background: BACKGROUNDS.get(ground) ?? "#fff",
				cursor: "crosshair",
				overflow: isFull ? "auto" : "hidden",
			}}
			w="100%"
		>
			<img alt={alt} src={src} style={isFull ? { maxWidth: "none" } : FITTED} />
		</UnstyledButton>
	);
}

export function viewUrl(importId: string, id: number, view: "thumbnail" | "preview" | "cutout"): string {
	return routeUrl("GET /admin/imports/{import_id}/card/pictures/{picture}/{view}", {
		path: { import_id: importId, picture: String(id), view },
	});
}
