/** How a cell may look in a mixture, between unflipped (`x` = −½) and flipped (½), and shifted by `y` times the size of its change. */
export interface CellState {
	readonly x: number;
	readonly y: number;
	/** Whether pixels are rounded to whole steps: then `x` is where the cell would be if they were not. */
	readonly isRounded?: boolean;
}

/** A way of mixing copies. */
export interface Mixture {
	readonly states: readonly CellState[];
	/** For every number of copies in which a cell is flipped, from none to all, the probability of each state. */
	readonly chances: readonly (readonly number[])[];
}

const unflipped: CellState = { x: -0.5, y: 0 };
const flipped: CellState = { x: 0.5, y: 0 };
const between: CellState = { x: 0, y: 0 };
const below: CellState = { x: 0, y: -0.5 };
const above: CellState = { x: 0, y: 0.5 };

/**
 * The ways in which colluders mix pixels. That a client is named wrongly is no likelier if they did something else: then the bits of fewer colluders
 * fit (`nameColluders`). Cells from one copy each are the universal model, against which every other attack reveals something (Laarhoven 2015).
 */
export const mixtures: readonly ((copies: number) => Mixture)[] = [
	(copies) => averageOf(copies, true),
	(copies) => averageOf(copies, false),
	cellsFromOne,
	// Minimum, maximum, and both by turns.
	(copies) => unlessUnanimous(copies, below),
	(copies) => unlessUnanimous(copies, above),
	(copies) => unlessUnanimous(copies, between),
	medianOf,
];

function averageOf(copies: number, isRounded: boolean): Mixture {
	const counts = upTo(copies);
	return {
		states: counts.map((flips) => ({ x: flips / copies - 0.5, y: 0, isRounded })),
		chances: counts.map((flips) => counts.map((other) => (flips === other ? 1 : 0))),
	};
}

function cellsFromOne(copies: number): Mixture {
	const chances = upTo(copies).map((flips) => [1 - flips / copies, flips / copies]);
	return { states: [unflipped, flipped], chances };
}

function unlessUnanimous(copies: number, state: CellState): Mixture {
	const chances = upTo(copies).map((flips) =>
		flips === 0 ? [1, 0, 0] : flips === copies ? [0, 0, 1] : [0, 1, 0],
	);
	return { states: [unflipped, state, flipped], chances };
}

/** If the number of copies is even, some take the lower one of the two in the middle, some the upper one, and some their mean. */
function medianOf(copies: number): Mixture {
	const chances = upTo(copies).map((flips) =>
		2 * flips < copies ? [1, 0, 0, 0, 0] : 2 * flips > copies ? [0, 0, 0, 0, 1] : [0, 1 / 3, 1 / 3, 1 / 3, 0],
	);
	return { states: [unflipped, below, between, above, flipped], chances };
}

function upTo(copies: number): number[] {
	return Array.from({ length: copies + 1 }, (_, flips) => flips);
}
