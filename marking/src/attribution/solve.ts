/**
 * Solves `matrix · x = right` for a symmetric positive definite matrix (row by row, only its lower triangle is read) by Cholesky decomposition.
 * Undefined when the matrix is not positive definite, i.e. the measurements do not determine the unknowns.
 */
export function solveSymmetric(matrix: Float64Array, right: Float64Array): Float64Array | undefined {
	const n = right.length;
	const lower = decompose(matrix, n);
	if (!lower) return undefined;
	const x = Float64Array.from(right);
	for (let i = 0; i < n; i++) {
		let sum = x[i] as number;
		for (let k = 0; k < i; k++) sum -= (lower[i * n + k] as number) * (x[k] as number);
		x[i] = sum / (lower[i * n + i] as number);
	}
	for (let i = n - 1; i >= 0; i--) {
		let sum = x[i] as number;
		for (let k = i + 1; k < n; k++) sum -= (lower[k * n + i] as number) * (x[k] as number);
		x[i] = sum / (lower[i * n + i] as number);
	}
	return x;
}

function decompose(matrix: Float64Array, n: number): Float64Array | undefined {
	const lower = new Float64Array(n * n);
	for (let i = 0; i < n; i++) {
		for (let j = 0; j <= i; j++) {
			let sum = matrix[i * n + j] as number;
			for (let k = 0; k < j; k++) sum -= (lower[i * n + k] as number) * (lower[j * n + k] as number);
			if (i !== j) {
				lower[i * n + j] = sum / (lower[j * n + j] as number);
			} else {
				if (!(sum > 1e-12 * Math.abs(matrix[i * n + i] as number))) return undefined;
				lower[i * n + i] = Math.sqrt(sum);
			}
		}
	}
	return lower;
}

/** Sums of products for a least-squares problem in `n` unknowns. */
export interface NormalEquations {
	readonly matrix: Float64Array;
	readonly right: Float64Array;
	/** Adds one equation `Σ rows[first + k]·x[k] = value`; `first` avoids creating a view of a larger array. */
	add(rows: ArrayLike<number>, value: number, weight: number, first?: number): void;
}

export function normalEquations(n: number): NormalEquations {
	const matrix = new Float64Array(n * n);
	const right = new Float64Array(n);
	return {
		matrix,
		right,
		add(rows, value, weight, first = 0) {
			for (let i = 0; i < n; i++) {
				const scaled = weight * (rows[first + i] as number);
				right[i] = (right[i] as number) + scaled * value;
				for (let j = 0, at = i * n; j <= i; j++, at++)
					matrix[at] = (matrix[at] as number) + scaled * (rows[first + j] as number);
			}
		},
	};
}
