/** The weights of features whose sum is nearest to the values, by the normal equations. */
export function solve(
	places: Uint32Array,
	featuresOf: (place: number) => readonly number[],
	levelOf: (place: number) => number,
): number[] {
	const size = featuresOf(places[0] ?? 0).length;
	const rows = Array.from({ length: size }, () => new Float64Array(size + 1));
	for (const place of places) {
		const features = featuresOf(place);
		const value = levelOf(place);
		for (const [i, row] of rows.entries()) {
			const feature = features[i] ?? 0;
			for (let j = 0; j < size; j++) row[j] = (row[j] ?? 0) + feature * (features[j] ?? 0);
			row[size] = (row[size] ?? 0) + feature * value;
		}
	}
	eliminate(rows);
	return rows.map((row, i) => (row[size] ?? 0) / (row[i] || 1));
}

/** Gauss and Jordan, with the largest pivot; a little is added to the diagonal, so that too few places give no infinite weights. */
function eliminate(rows: Float64Array[]): void {
	for (const [i, row] of rows.entries()) row[i] = (row[i] ?? 0) + 1e-6;
	for (let i = 0; i < rows.length; i++) {
		const pivot = rows.reduce(
			(best, row, at) => (at >= i && Math.abs(row[i] ?? 0) > Math.abs(rows[best]?.[i] ?? 0) ? at : best),
			i,
		);
		[rows[i], rows[pivot]] = [rows[pivot] as Float64Array, rows[i] as Float64Array];
		const top = rows[i] as Float64Array;
		for (const [at, row] of rows.entries()) {
			if (at === i) continue;
			const share = (row[i] ?? 0) / (top[i] || 1);
			for (let j = i; j < row.length; j++) row[j] = (row[j] ?? 0) - share * (top[j] ?? 0);
		}
	}
}
