import { type MixedCells, roundingSteps } from "./cell-evidence.ts";
import { type CellState, type Mixture, mixtures } from "./mixtures.ts";
import { solveSymmetric } from "./solve.ts";

/** Numbers of mixed copies that every mixture is tried with; of the best one, those in between too. */
const copyCounts = [2, 3, 5, 8, 12, 18, 27];

/** How a leak was probably mixed, and how probable its cells are in every state. */
export interface FittedMixture {
	readonly biases: Float64Array;
	readonly mixture: (copies: number) => Mixture;
	readonly copies: number;
	/** The cells that the leak shows. */
	readonly places: Int32Array;
	/** For each of them one after the other, the density of what is seen by state. */
	densities(copies: number): Float64Array;
}

/** Finds the mixture, the number of copies and the channel that make a leak likeliest. Nothing here depends on any client. */
export function fitMixture(cells: MixedCells, biases: Float64Array): FittedMixture {
	const places = Int32Array.from(
		[...biases.keys()].filter((cell) => (cells.alongChange[cell] as number) > 0),
	);
	const shown = { cells, places, rows: rowsOf(places, biases) };
	const fits = mixtures.flatMap((mixture) => copyCounts.map((copies) => fit(shown, mixture, copies)));
	const rough = likeliestOf(fits);
	const [from = 1, , to = 1] = [-1, 0, 1].map((step) => copyCounts[copyCounts.indexOf(rough.copies) + step]);
	for (let copies = from + 1; copies < to; copies++)
		if (copies !== rough.copies) fits.push(fit(shown, rough.mixture, copies));
	const { mixture, copies, channel } = likeliestOf(fits);
	const known = new Map<number, Float64Array>();
	const densities = (count: number) => {
		const own = known.get(count) ?? densitiesOf(shown, mixture(count).states, channel);
		known.set(count, own);
		return own;
	};
	return { biases, mixture, copies, places, densities };
}

function likeliestOf(fits: readonly Fitted[]): Fitted {
	return fits.reduce((best, one) => (one.logLikelihood > best.logLikelihood ? one : best));
}

/** Clients who are assumed to be colluders: how many, and in how many of their copies each cell is flipped. */
export interface KnownCopies {
	readonly copies: number;
	readonly flips: Uint8Array;
}

/** What the bits of one more client say. */
export interface BitEvidence {
	/** For each cell, how much likelier the leak is if the client's copy is flipped there than if it is not, as a logarithm. */
	readonly steps: Float64Array;
	/** How much likelier the leak is if the client took part and its copy is flipped nowhere than if it did not take part, likewise. */
	readonly start: number;
}

/** Weighs the bits of a client as one of so many colluders, beside others who are assumed to be colluders too. */
export function weighBits(fitted: FittedMixture, known: KnownCopies, mixed: number): BitEvidence {
	const { biases, places } = fitted;
	const copies = Math.max(mixed, known.copies + 1);
	const [mixture, densities] = [fitted.mixture(copies), fitted.densities(copies)];
	const whenNot = stateRows(mixture, copies - known.copies - 1, known.copies, 0);
	const whenFlipped = stateRows(mixture, copies - known.copies - 1, known.copies, 1);
	const either = stateRows(mixture, copies - known.copies, known.copies, 0);
	const rows = rowsOf(places, biases, known);
	const steps = new Float64Array(biases.length);
	let start = 0;
	for (let i = 0; i < places.length; i++) {
		const row = rows[i] as number;
		const unflipped = densityIn(densities, i, whenNot[row] as Float64Array);
		steps[places[i] as number] = Math.log(
			densityIn(densities, i, whenFlipped[row] as Float64Array) / unflipped,
		);
		start += Math.log(unflipped / densityIn(densities, i, either[row] as Float64Array));
	}
	return { steps, start };
}

/** How many copies were mixed, if these were among them. */
export function copiesBeside(fitted: FittedMixture, known: KnownCopies): number {
	const { biases, places } = fitted;
	const rows = rowsOf(places, biases, known);
	const likelihood = (copies: number) => {
		const [densities, mixture] = [fitted.densities(copies), fitted.mixture(copies)];
		const either = stateRows(mixture, copies - known.copies, known.copies, 0);
		return places.reduce(
			(sum, _, i) => sum + Math.log(densityIn(densities, i, either[rows[i] as number] as Float64Array)),
			0,
		);
	};
	let [best, highest] = [fitted.copies, Number.NEGATIVE_INFINITY];
	const fewest = Math.max(2, known.copies, fitted.copies - nearCopies);
	const most = Math.min(mostCopies, Math.max(known.copies, fitted.copies) + nearCopies);
	for (let copies = fewest; copies <= Math.max(fewest, most); copies++) {
		const found = likelihood(copies);
		if (found > highest) [best, highest] = [copies, found];
	}
	return best;
}

/** Clients who fit by luck let a mixture seem to be of ever more copies, as long as there are more clients. */
const mostCopies = 29;
/** A leak alone tells the number of its copies to within this. */
const nearCopies = 4;

function densityIn(densities: Float64Array, cell: number, chances: Float64Array): number {
	let sum = 0;
	for (let s = 0, at = cell * chances.length; s < chances.length; s++, at++)
		sum += (densities[at] as number) * (chances[s] as number);
	return sum;
}

/** Cells in the rows of `stateRows`. */
interface Shown {
	readonly cells: MixedCells;
	readonly places: Int32Array;
	readonly rows: Int32Array;
}

function rowsOf(
	places: Int32Array,
	biases: Float64Array,
	{ copies, flips }: { readonly copies: number; readonly flips?: Uint8Array } = { copies: 0 },
): Int32Array {
	return places.map((cell) => ((biases[cell] as number) > 0.5 ? copies + 1 : 0) + (flips?.[cell] ?? 0));
}

/** The two biases of all codewords, and of those alone (`codeword`). */
const biasesOfCodewords = [54 / 256, 202 / 256];

/** The probabilities of the states, for each bias and each number of known copies that are flipped, if `flipped` more are and `others` are unknown. */
function stateRows(
	{ states, chances }: Mixture,
	others: number,
	known: number,
	flipped: number,
): Float64Array[] {
	return biasesOfCodewords.flatMap((bias) =>
		Array.from({ length: known + 1 }, (_, knownFlips) => {
			const row = new Float64Array(states.length);
			binomial(others, bias).forEach((chance, flips) => {
				chances[knownFlips + flipped + flips]?.forEach((share, state) => {
					row[state] = (row[state] as number) + chance * share;
				});
			});
			return row;
		}),
	);
}

function binomial(count: number, bias: number): number[] {
	const chances = [(1 - bias) ** count];
	for (let ones = 1; ones <= count; ones++)
		chances.push(((chances[ones - 1] as number) * (count - ones + 1) * bias) / (ones * (1 - bias)));
	return chances;
}

/** How changes came through: factors of change and size, what the fit of the picture took for its brightness, and the variance of the noise. */
interface Channel {
	readonly change: number;
	readonly size: number;
	readonly offset: number;
	/** The same for all cells. */
	readonly noise: number;
	/** What grows with the power of a cell's change: the factors are not the same everywhere. */
	readonly spread: number;
}

const untouched: Channel = { change: 1, size: 1, offset: 0, noise: 0.7, spread: 0.01 };

interface Fitted extends Pick<FittedMixture, "mixture" | "copies"> {
	readonly channel: Channel;
	readonly logLikelihood: number;
}

const rounds = 8;

/** Expectation–maximisation. */
function fit(shown: Shown, mixture: FittedMixture["mixture"], copies: number): Fitted {
	const mixed = mixture(copies);
	const chances = stateRows(mixed, copies, 0, 0);
	let channel = untouched;
	let logLikelihood = Number.NEGATIVE_INFINITY;
	for (let round = 0; round < rounds; round++) {
		const sums = emptySums();
		logLikelihood = expectation(shown, mixed.states, chances, channel, sums);
		if (round < rounds - 1) channel = maximised(sums, channel);
	}
	return { mixture, copies, channel, logLikelihood };
}

/** A share of the cells deviates by more than noise. */
const strayShare = 0.05;
const strayFactor = 2.5;
/** Another share shows nothing but that it was changed: no cell decides alone. */
const brokenShare = 0.03;

/** The density of what a cell shows in one state, up to a constant. */
function densityOf({ residual, variance }: Look, broken: number): number {
	const square = residual[0] ** 2 / variance[0] + residual[1] ** 2 / variance[1];
	const usual = Math.exp(-square / 2) * (1 - strayShare);
	const stray = (Math.exp(-square / 2 / strayFactor ** 2) * strayShare) / strayFactor ** 2;
	return ((1 - brokenShare) * (usual + stray)) / Math.sqrt(variance[0] * variance[1]) + brokenShare * broken;
}

/** The density of a cell that may be in any state and between. */
function brokenDensity({ along, change, across, own }: OneCell, { noise }: Channel): number {
	const variances = [noise + change ** 2 / 4, noise + own ** 2 / 4] as const;
	const square = along ** 2 / variances[0] + across ** 2 / variances[1];
	return Math.exp(-Math.min(100, square / 2)) / Math.sqrt(variances[0] * variances[1]);
}

/** Sums for the least squares of `maximised`, weighted by how probable each state is. */
interface Sums {
	/** Of the products of the three regressors, row by row. */
	readonly matrix: Float64Array;
	readonly right: Float64Array;
	/** Of squared deviations against noise and power: `[1·1, 1·power, power·power, 1·square, power·square]`, weighted. */
	readonly squares: Float64Array;
}

function emptySums(): Sums {
	return { matrix: new Float64Array(9), right: new Float64Array(3), squares: new Float64Array(5) };
}

/** Adds up over all cells and states. @returns the logarithm of the likelihood */
function expectation(
	shown: Shown,
	states: readonly CellState[],
	either: readonly Float64Array[],
	channel: Channel,
	sums: Sums,
): number {
	const { cells, places, rows } = shown;
	const densities = new Float64Array(states.length);
	let logLikelihood = 0;
	for (let i = 0; i < places.length; i++) {
		const cell = cellAt(cells, places[i] as number);
		const chances = either[rows[i] as number] as Float64Array;
		const broken = brokenDensity(cell, channel);
		let total = 0;
		states.forEach((state, s) => {
			const density = (chances[s] as number) * densityOf(lookOf(cell, placed(state, cell), channel), broken);
			densities[s] = density;
			total += density;
		});
		logLikelihood += Math.log(total);
		states.forEach((state, s) => {
			const share = (densities[s] as number) / total;
			if (share > 1e-3) addTo(sums, share, cell, placed(state, cell), channel);
		});
	}
	return logLikelihood;
}

interface OneCell {
	readonly along: number;
	readonly change: number;
	readonly size: number;
	readonly across: number;
	readonly own: number;
	readonly rounding: Float32Array;
}

/** Where a rounded state is in this cell. */
function placed(state: CellState, { rounding }: OneCell): CellState {
	if (!state.isRounded) return state;
	const share = 0.5 - Math.abs(state.x);
	const at = 2 * share * (rounding.length - 1);
	const left = Math.min(rounding.length - 2, Math.floor(at + 1e-9));
	const [one, next] = [rounding[left] as number, rounding[left + 1] as number];
	const rounded = one + (at - left) * (next - one);
	return { x: state.x < 0 ? rounded - 0.5 : 0.5 - rounded, y: state.y };
}

function cellAt(cells: MixedCells, at: number): OneCell {
	return {
		along: cells.along[at] as number,
		change: cells.alongChange[at] as number,
		size: cells.alongSize[at] as number,
		across: cells.across[at] as number,
		own: cells.acrossSize[at] as number,
		rounding: cells.rounding.subarray(roundingSteps * at, roundingSteps * (at + 1)),
	};
}

/** What a state looks like: what is expected along and across the change, and the deviations from that. */
function lookOf(cell: OneCell, { x, y }: CellState, { change, size, offset, noise, spread }: Channel) {
	const shift = size * y - offset;
	const [along, across] = [change * cell.change * x + cell.size * shift, cell.own * shift];
	// Factors differ from place to place, and pixels in between are rounded.
	const power = [along ** 2 + cell.change ** 2 / 8, across ** 2 + cell.own ** 2 / 8] as const;
	return {
		residual: [cell.along - along, cell.across - across] as const,
		variance: [noise + spread * power[0], noise + spread * power[1]] as const,
		power,
	};
}

type Look = ReturnType<typeof lookOf>;

function addTo(
	{ matrix, right, squares }: Sums,
	share: number,
	cell: OneCell,
	state: CellState,
	channel: Channel,
): void {
	const look = lookOf(cell, state, channel);
	const rows = [
		[cell.change * state.x, cell.size * state.y, -cell.size],
		[0, cell.own * state.y, -cell.own],
	] as const;
	const values = [cell.along, cell.across];
	for (const direction of cell.own > 0 ? ([0, 1] as const) : ([0] as const)) {
		const variance = look.variance[direction];
		const square = look.residual[direction] ** 2;
		// Strays count less, the further they are.
		const weight = share * Math.min(1, (9 * variance) / (square + 1e-9)) ** 2;
		const row = rows[direction];
		for (let r = 0; r < 3; r++) {
			const scaled = ((row[r] as number) * weight) / variance;
			right[r] = (right[r] as number) + scaled * (values[direction] as number);
			for (let c = 0; c < 3; c++)
				matrix[3 * r + c] = (matrix[3 * r + c] as number) + scaled * (row[c] as number);
		}
		const power = look.power[direction];
		const own = weight / variance ** 2;
		[own, own * power, own * power ** 2, own * square, own * power * square].forEach((term, at) => {
			squares[at] = (squares[at] as number) + term;
		});
	}
}

/** Copies that were mixed in another way look as if they had been changed more or less than this. */
const [leastFactor, mostFactor] = [0.6, 1.35];

/** Keeps factors near what undamaged copies show if a leak says little about them. */
const prior = 10;

function maximised({ matrix, right, squares }: Sums, channel: Channel): Channel {
	const own = matrix.slice();
	const goal = right.slice();
	[1, 1, 0].forEach((usual, at) => {
		own[4 * at] = (own[4 * at] as number) + prior;
		goal[at] = (goal[at] as number) + prior * usual;
	});
	const solved = solveSymmetric(own, goal);
	if (!solved) return channel;
	const [change = 1, size = 1, offset = 0] = solved;
	const [ones, power, powers, square, both] = squares as unknown as [number, number, number, number, number];
	const determinant = ones * powers - power ** 2;
	const spread = determinant > 0 ? (ones * both - power * square) / determinant : channel.spread;
	const limited = Math.max(1e-4, Math.min(0.1, spread));
	const noise = (square - limited * power) / ones;
	return {
		change: Math.max(leastFactor, Math.min(mostFactor, change)),
		size: Math.max(leastFactor, Math.min(mostFactor, size)),
		offset,
		noise: Math.max(0.05, Math.min(4, noise)),
		spread: limited,
	};
}

function densitiesOf({ cells, places }: Shown, states: readonly CellState[], channel: Channel): Float64Array {
	const densities = new Float64Array(places.length * states.length);
	places.forEach((place, i) => {
		const cell = cellAt(cells, place);
		const broken = brokenDensity(cell, channel);
		states.forEach((state, s) => {
			densities[i * states.length + s] = densityOf(lookOf(cell, placed(state, cell), channel), broken);
		});
	});
	return densities;
}
