import { Button, Group, Stack, Text, TextInput, UnstyledButton } from "@mantine/core";
import { type DragEvent, type KeyboardEvent, memo, type ReactNode, useState } from "react";
import type { Card } from "../../../api/routes.ts";
import { idsOf, type Side, sideOf } from "./groups.ts";
import { viewUrl } from "./LargeView.tsx";
import type { ShownGroup } from "./use-card.ts";

type Picture = Card["pictures"][number];

/** What a key does with a picture. */
type PictureKey = Side | "split" | "alone" | "earlier" | "later";

/** What can be done with a group, or with a picture of it. */
export type GroupAct =
	| { readonly kind: PictureKey | "look" | "drop"; readonly id: number }
	| { readonly kind: "confirm"; readonly barcode: string }
	| { readonly kind: "join" | "leave" };

interface CardGroupProps {
	readonly importId: string;
	readonly group: ShownGroup;
	/** Of the group, in the order front, back, others. */
	readonly pictures: readonly Picture[];
	readonly onAct: (act: GroupAct) => void;
}

const KEYS: ReadonlyMap<string, PictureKey> = new Map([
	["f", "front"],
	["b", "back"],
	["o", "others"],
	["s", "split"],
	["n", "alone"],
	[",", "earlier"],
	[".", "later"],
] as const);

/** The pictures of one product, to be corrected by drag, keys or buttons, and confirmed. */
export function CardGroup({ importId, group, pictures, onAct }: CardGroupProps) {
	const isOut = group.state === "left_out";
	const name = group.barcode ?? "no barcode";
	function onKey(event: KeyboardEvent<HTMLElement>): void {
		if (event.target instanceof HTMLInputElement || event.ctrlKey || event.metaKey || event.altKey) return;
		const { picture: id } = (event.target as HTMLElement).dataset;
		const kind = KEYS.get(event.key);
		if (kind && id !== undefined) onAct({ kind, id: Number(id) });
		else if (event.key === "c") onAct({ kind: "confirm", barcode: group.barcode ?? "" });
		else if (event.key === "j") onAct({ kind: "join" });
		else if (event.key === "x") onAct({ kind: "leave" });
		else if (!moveFocus(event)) return;
		event.preventDefault();
	}
	return (
		<Group
			align="flex-start"
			aria-label={`Group: ${name}`}
			component="section"
			gap="lg"
			py="sm"
			style={{ borderTop: "1px solid var(--mantine-color-default-border)" }}
			data-group
			onDragOver={(event) => event.preventDefault()}
			onDrop={(event: DragEvent) => {
				event.preventDefault();
				const id = event.dataTransfer.getData(DRAGGED);
				if (id !== "") onAct({ kind: "drop", id: Number(id) });
			}}
			onKeyDown={onKey}
		>
			<Group align="flex-start" component="ul" gap="xs" m={0} p={0} style={{ listStyle: "none" }}>
				{pictures.map((picture) => (
					<li key={picture.id}>
						<Tile
							importId={importId}
							onLook={() => onAct({ kind: "look", id: picture.id })}
							picture={picture}
							side={isOut ? "others" : sideOf(group, picture.id)}
						/>
					</li>
				))}
			</Group>
			<Decision group={group} key={group.barcode} onAct={onAct} />
		</Group>
	);
}

interface DecisionProps extends Pick<CardGroupProps, "group" | "onAct"> {}

/** The barcode of a group, why it is uncertain, and what can be decided. */
function Decision({ group, onAct }: DecisionProps) {
	const [barcode, setBarcode] = useState(group.barcode ?? "");
	const isOut = group.state === "left_out";
	const confirm = () => onAct({ kind: "confirm", barcode: barcode.trim() });
	return (
		<Stack flex="1 1 20rem" gap="xs">
			{group.doubts.length > 0 && !isOut ? (
				<Text c={WARNING} size="sm">
					{sentence(group.doubts)}
				</Text>
			) : null}
			<Group align="end" gap="xs">
				<TextInput
					autoComplete="off"
					inputMode="numeric"
					label="Barcode"
					onChange={(event) => setBarcode(event.currentTarget.value)}
					onKeyDown={(event) => {
						if (event.key !== "Enter") return;
						// Otherwise the key would also open the picture that gets the focus.
						event.preventDefault();
						confirm();
					}}
					size="xs"
					value={barcode}
				/>
				<Button
					disabled={barcode.trim() === ""}
					onClick={confirm}
					size="xs"
					variant={group.is_taken ? "default" : "filled"}
				>
					Confirm
				</Button>
				{idsOf(group).length > 1 && !isOut ? (
					<Button
						onClick={() =>
							onAct({ kind: group.front === null ? "front" : "back", id: group.front ?? group.back ?? 0 })
						}
						size="xs"
						variant="default"
					>
						Swap sides
					</Button>
				) : null}
				<Button onClick={() => onAct({ kind: "join" })} size="xs" variant="default">
					Join with next
				</Button>
				<Button onClick={() => onAct({ kind: "leave" })} size="xs" variant="default">
					{isOut ? "Take back" : "Leave out"}
				</Button>
			</Group>
		</Stack>
	);
}

const DRAGGED = "text/x-packshot-picture";
const SIDES: Readonly<Record<Side, string>> = { front: "Front", back: "Back", others: "Left out" };

interface TileProps {
	readonly importId: string;
	readonly picture: Picture;
	readonly side: Side;
	readonly onLook: () => void;
}

const Tile = memo(function Tile({ importId, picture, side, onLook }: TileProps) {
	const { id, name, verdict, to_retake, not_cut_out, barcodes } = picture;
	return (
		<UnstyledButton
			data-picture={id}
			data-side={side}
			draggable
			onClick={onLook}
			onDragStart={(event) => event.dataTransfer.setData(DRAGGED, String(id))}
			p={6}
			style={{ cursor: "grab" }}
			w={136}
		>
			<img
				alt=""
				height={120}
				loading="lazy"
				src={viewUrl(importId, id, "thumbnail")}
				style={{ objectFit: "contain", opacity: side === "others" ? 0.45 : 1 }}
				width={120}
			/>
			<Text component="span" display="block" fw={600} size="sm">
				{SIDES[side]}
			</Text>
			<Line>
				<bdi>{name.split("/").at(-1)}</bdi>
			</Line>
			{barcodes.length > 0 ? (
				<Line>
					<bdi>{barcodes.join(", ")}</bdi>
				</Line>
			) : null}
			<Line isWarning={to_retake}>{verdict}</Line>
			{not_cut_out === null ? null : <Line>Not cut out</Line>}
		</UnstyledButton>
	);
});

const WARNING = "var(--mantine-color-marigold-light-color)";

function Line({ isWarning, children }: { readonly isWarning?: boolean; readonly children: ReactNode }) {
	return (
		<Text
			c={isWarning ? WARNING : "dimmed"}
			component="span"
			display="block"
			size="xs"
			style={{ overflowWrap: "anywhere" }}
		>
			{children}
		</Text>
	);
}

function sentence(doubts: readonly string[]): string {
	const text = doubts.join("; ");
	return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

/** Arrow keys go from picture to picture, and from group to group. @returns whether it was one */
function moveFocus({ key, target, currentTarget }: KeyboardEvent<HTMLElement>): boolean {
	const isAlong = key === "ArrowRight" || key === "ArrowLeft";
	if (!isAlong && key !== "ArrowDown" && key !== "ArrowUp") return false;
	const within = isAlong ? currentTarget : document;
	const all = [...within.querySelectorAll<HTMLElement>(isAlong ? "[data-picture]" : "[data-group]")];
	const isRight = document.documentElement.dir === "rtl" ? key === "ArrowLeft" : key === "ArrowRight";
	const step = isRight || key === "ArrowDown" ? 1 : -1;
	const next = all[all.indexOf(isAlong ? (target as HTMLElement) : currentTarget) + step];
	(isAlong ? next : next?.querySelector<HTMLElement>("[data-picture]"))?.focus();
	return true;
}
