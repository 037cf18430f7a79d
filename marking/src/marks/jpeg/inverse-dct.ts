/** Inverse 8×8 DCT in place (T.81, A.3.3), columns first: all-zero columns, the majority, cost nothing. */
export function inverseDct(block: Float32Array): void {
	for (let column = 0; column < 8; column++) {
		let empty = true;
		for (let i = column; i < 64 && empty; i += 8) empty = block[i] === 0;
		if (!empty) inverseDct8(block, column, 8);
	}
	for (let row = 0; row < 64; row += 8) inverseDct8(block, row, 1);
}

/** Value of the constant basis function in one dimension: 1/√8. */
export const half = Math.SQRT1_2 / 2;
const cosine = (k: number) => Math.cos((k * Math.PI) / 16) / 2;
const [c1, c2, c3, c5, c6, c7] = [cosine(1), cosine(2), cosine(3), cosine(5), cosine(6), cosine(7)];

/** Inverse 8-point DCT of every `step`th number from `at` on, with even and odd parts separate. Plain locals, as this runs a million times. */
function inverseDct8(block: Float32Array, at: number, step: number): void {
	const f1 = block[at + step] ?? 0;
	const f2 = block[at + 2 * step] ?? 0;
	const f3 = block[at + 3 * step] ?? 0;
	const f5 = block[at + 5 * step] ?? 0;
	const f6 = block[at + 6 * step] ?? 0;
	const f7 = block[at + 7 * step] ?? 0;
	const sum = ((block[at] ?? 0) + (block[at + 4 * step] ?? 0)) * half;
	const difference = ((block[at] ?? 0) - (block[at + 4 * step] ?? 0)) * half;
	const low = f2 * c2 + f6 * c6;
	const high = f2 * c6 - f6 * c2;
	const odd0 = f1 * c1 + f3 * c3 + f5 * c5 + f7 * c7;
	const odd1 = f1 * c3 - f3 * c7 - f5 * c1 - f7 * c5;
	const odd2 = f1 * c5 - f3 * c1 + f5 * c7 + f7 * c3;
	const odd3 = f1 * c7 - f3 * c5 + f5 * c3 - f7 * c1;
	block[at] = sum + low + odd0;
	block[at + step] = difference + high + odd1;
	block[at + 2 * step] = difference - high + odd2;
	block[at + 3 * step] = sum - low + odd3;
	block[at + 4 * step] = sum - low - odd3;
	block[at + 5 * step] = difference - high - odd2;
	block[at + 6 * step] = difference + high - odd1;
	block[at + 7 * step] = sum + low - odd0;
}
