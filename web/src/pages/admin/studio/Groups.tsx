import { Text } from "@mantine/core";
import { useEffect, useRef, useState } from "react";
import type { Card } from "../../../api/routes.ts";
import { countInWords } from "../../../format/credits.ts";
import { Disclosure } from "../../../parts/Disclosure.tsx";
import { Surface } from "../../../parts/Page.tsx";
import { CardGroup, type GroupAct } from "./CardGroup.tsx";
import {
	changeGroup,
	EMPTY,
	type Group,
	idsOf,
	joinGroups,
	movePicture,
	neighbourOf,
	setSide,
	splitGroup,
} from "./groups.ts";
import { LargeView } from "./LargeView.tsx";
import type { Correct, ShownGroup } from "./use-card.ts";

interface GroupsProps {
	readonly importId: string;
	readonly card: Card;
	readonly groups: readonly ShownGroup[];
	readonly correct: Correct;
}

/** The groups of a card: those to look at, then those that an import takes, and what was left out. */
export function Groups({ importId, card, groups, correct }: GroupsProps) {
	const [looked, setLooked] = useState<number>();
	const order = card.pictures.map(({ id }) => id);
	const pictures = new Map(card.pictures.map((picture) => [picture.id, picture]));
	const focusOn = useFocus(groups);
	const isOpen = ({ is_taken, state }: ShownGroup) => state !== "left_out" && !is_taken;
	const seen = looked === undefined ? undefined : pictures.get(looked);

	function act(at: number, done: GroupAct): void {
		if (done.kind === "look") {
			setLooked(done.id);
			return;
		}
		const isSettled = done.kind === "confirm" || done.kind === "leave";
		const next = groups.findIndex((group, place) => place > at && isOpen(group));
		const following = isSettled && next >= 0 ? next : at;
		focusOn("id" in done ? done.id : idsOf(groups[following] ?? EMPTY)[0]);
		correct((latest) => outcomeOf(latest, at, done, order));
	}

	const listed = (chosen: (group: ShownGroup) => boolean) =>
		groups.map((group, at) =>
			chosen(group) ? (
				<CardGroup
					group={group}
					importId={importId}
					key={idsOf(group)[0]}
					onAct={(done) => act(at, done)}
					pictures={idsOf(group).flatMap((id) => pictures.get(id) ?? [])}
				/>
			) : null,
		);
	const count = (chosen: (group: ShownGroup) => boolean) => groups.filter(chosen).length;
	const isReady = (group: ShownGroup) => group.state !== "left_out" && group.is_taken;
	const isOut = ({ state }: ShownGroup) => state === "left_out";
	return (
		<>
			<Surface
				description="Drag a picture to another group, use the buttons, or the keys."
				title={`To look at: ${countInWords(count(isOpen), "group")}`}
			>
				<Keys />
				{listed(isOpen)}
			</Surface>
			<Surface
				description="Certain, or confirmed."
				title={`Ready: ${countInWords(count(isReady), "product")}`}
			>
				{listed(isReady)}
			</Surface>
			{count(isOut) > 0 ? (
				<Surface title={`Left out: ${countInWords(count(isOut), "group")}`}>{listed(isOut)}</Surface>
			) : null}
			{seen ? <LargeView importId={importId} onClose={() => setLooked(undefined)} picture={seen} /> : null}
		</>
	);
}

/** The groups after an act on one of them. */
function outcomeOf(
	groups: readonly Group[],
	at: number,
	done: GroupAct,
	order: readonly number[],
): readonly Group[] {
	switch (done.kind) {
		case "front":
		case "back":
		case "others":
			return setSide(groups, done.id, done.kind);
		case "split":
			return splitGroup(groups, done.id, order);
		case "alone":
			return movePicture(groups, done.id, undefined);
		case "drop":
			return movePicture(groups, done.id, at);
		case "earlier":
		case "later": {
			const to = neighbourOf(groups, at, done.kind === "later" ? 1 : -1, order);
			return to === undefined ? groups : movePicture(groups, done.id, to);
		}
		case "confirm":
			return changeGroup(groups, at, {
				barcode: done.barcode === "" ? null : done.barcode,
				state: "confirmed",
			});
		case "leave":
			return changeGroup(groups, at, { state: groups[at]?.state === "left_out" ? "open" : "left_out" });
		case "join": {
			const next = neighbourOf(groups, at, 1, order);
			return next === undefined ? groups : joinGroups(groups, at, next);
		}
		default:
			return groups;
	}
}

/** Keeps the focus on the picture that was acted on, wherever it went; unless somebody has gone on to something else, such as the next barcode. */
function useFocus(groups: readonly ShownGroup[]) {
	const wanted = useRef<{ readonly id: number | undefined; readonly from: Element | null }>(undefined);
	// biome-ignore lint/correctness/useExhaustiveDependencies: after every change of the groups
	useEffect(() => {
		const { activeElement, body } = document;
		if (!wanted.current || (activeElement !== body && activeElement !== wanted.current.from)) return;
		document.querySelector<HTMLElement>(`[data-picture="${wanted.current.id}"]`)?.focus();
	}, [groups]);
	return (id: number | undefined) => {
		wanted.current = { id, from: document.activeElement };
	};
}

function Keys() {
	return (
		<Disclosure about=" of the groups" summary="Keys">
			<Text c="dimmed" component="p" size="sm">
				Arrows go to the next picture and group. <kbd>f</kbd>, <kbd>b</kbd> and <kbd>o</kbd> make a picture
				the front, the back, or neither; <kbd>,</kbd> and <kbd>.</kbd> move it to the group taken before or
				after; <kbd>n</kbd> gives it a group of its own; <kbd>s</kbd> splits the group before it. <kbd>j</kbd>{" "}
				joins the group with the one taken next, <kbd>x</kbd> leaves it out, <kbd>c</kbd> confirms it.{" "}
				<kbd>Enter</kbd> shows a picture large; in the field of the barcode it confirms.
			</Text>
		</Disclosure>
	);
}
