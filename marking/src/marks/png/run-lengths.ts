/** Code length symbols for repetitions: the previous length 3 to 6 times, zero 3 to 10 times, zero 11 to 138 times. */
const repeatLast = 16;
const repeatZero = 17;
const repeatZeroLong = 18;

const repeats = [
	{ symbol: repeatZeroLong, least: 11, most: 138, extraBits: 7 },
	{ symbol: repeatZero, least: 3, most: 10, extraBits: 3 },
	{ symbol: repeatLast, least: 3, most: 6, extraBits: 2 },
] as const;

interface Item {
	symbol: number;
	extra: number;
	extraBits: number;
}

/** Run-length encodes equal lengths. */
export function squeeze(lengths: number[]): Item[] {
	const items: Item[] = [];
	for (let at = 0; at < lengths.length; ) {
		const length = lengths[at] ?? 0;
		let run = 1;
		while (lengths[at + run] === length) run++;
		at += run;
		if (length !== 0) {
			items.push({ symbol: length, extra: 0, extraBits: 0 });
			run--;
		}
		for (const { symbol, least, most, extraBits } of repeats) {
			if ((symbol === repeatLast) !== (length !== 0)) continue;
			for (; run >= least; run -= Math.min(run, most)) {
				items.push({ symbol, extra: Math.min(run, most) - least, extraBits });
			}
		}
		for (; run > 0; run--) items.push({ symbol: length, extra: 0, extraBits: 0 });
	}
	return items;
}
