import type { RouteBody } from "../../../../../src/routes.ts";

/** The pictures of one product, by their ids, as people left them. */
export type Group = Readonly<RouteBody<"PUT /admin/imports/{import_id}/card">["groups"][number]>;

export type Side = "front" | "back" | "others";

/** The pictures of a group: front, back, then those that are not imported. */
export function idsOf({ front, back, others }: Group): number[] {
	return [front, back, ...others].filter((id) => id !== null);
}

export function sideOf({ front, back }: Group, id: number): Side {
	if (id === front) return "front";
	return id === back ? "back" : "others";
}

/** What somebody said of a group as a whole. */
export function changeGroup(
	groups: readonly Group[],
	at: number,
	change: Partial<Pick<Group, "barcode" | "state">>,
): Group[] {
	return groups.map((group, place) => (place === at ? { ...group, ...change } : group));
}

/** Makes a picture of a group its front or its back, in place of the former one, or leaves it out. */
export function setSide(groups: readonly Group[], id: number, side: Side): Group[] {
	return groups.map((group) => {
		if (!idsOf(group).includes(id)) return group;
		const rest = without(group, id);
		if (side === "others") return { ...rest, others: [...rest.others, id] };
		const former = rest[side];
		const placed = { ...rest, [side]: id };
		// Front and back swap.
		if (former !== null)
			return sideOf(group, id) === "others" ? left(placed, former) : withPicture(placed, former);
		return placed;
	});
}

/** Moves a picture into another group, where it takes the side that is missing. @param to its place; undefined: a group of its own */
export function movePicture(groups: readonly Group[], id: number, to: number | undefined): Group[] {
	const moved = groups.map((group, at) => {
		if (idsOf(group).includes(id)) return at === to ? group : without(group, id);
		return at === to ? withPicture(group, id) : group;
	});
	const from = groups.findIndex((group) => idsOf(group).includes(id));
	if (to === undefined) moved.splice(from + 1, 0, withPicture(EMPTY, id));
	return moved.filter((group) => idsOf(group).length > 0);
}

/** Makes of a picture of a group, and all that were taken after it, a group of their own. @param order of all pictures, as they were taken */
export function splitGroup(groups: readonly Group[], id: number, order: readonly number[]): Group[] {
	const at = groups.findIndex((group) => idsOf(group).includes(id));
	const group = groups[at];
	if (!group) return [...groups];
	const place = order.indexOf(id);
	const later = order.filter((each) => order.indexOf(each) >= place && idsOf(group).includes(each));
	if (later.length === idsOf(group).length) return [...groups];
	const first = later.reduce(without, group);
	return groups.toSpliced(at, 1, first, later.reduce(withPicture, EMPTY));
}

/** Joins a group with another one, which keeps what the first one lacks. */
export function joinGroups(groups: readonly Group[], at: number, other: number): Group[] {
	const [group, added] = [groups[at], groups[other]];
	if (!group || !added || at === other) return [...groups];
	const joined = idsOf(added).reduce(withPicture, { ...group, state: "open" as const });
	const barcode = group.barcode ?? added.barcode;
	return groups.map((each, place) => (place === at ? { ...joined, barcode } : each)).toSpliced(other, 1);
}

/** The group whose pictures were taken right before or after those of another. */
export function neighbourOf(
	groups: readonly Group[],
	at: number,
	step: 1 | -1,
	order: readonly number[],
): number | undefined {
	const startOf = (group: Group) => Math.min(...idsOf(group).map((id) => order.indexOf(id)));
	const inOrder = groups
		.map((_, place) => place)
		.toSorted((a, b) => startOf(groups[a] ?? EMPTY) - startOf(groups[b] ?? EMPTY));
	return inOrder[inOrder.indexOf(at) + step];
}

export const EMPTY: Group = { barcode: null, front: null, back: null, others: [], state: "open" };

/** Whatever loses or gets a picture has to be confirmed again. */
function without(group: Group, id: number): Group {
	return {
		...group,
		front: group.front === id ? null : group.front,
		back: group.back === id ? null : group.back,
		others: group.others.filter((each) => each !== id),
		state: "open",
	};
}

function withPicture(group: Group, id: number): Group {
	if (group.front === null) return { ...group, front: id, state: "open" };
	if (group.back === null) return { ...group, back: id, state: "open" };
	return left(group, id);
}

function left(group: Group, id: number): Group {
	return { ...group, others: [...group.others, id], state: "open" };
}
