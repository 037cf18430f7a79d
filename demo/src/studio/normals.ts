/** Points row by row, three numbers each, and the direction that each faces. */
export type PointGrid = {
	columns: number;
	rows: number;
	points: Float32Array;
	normals: Float32Array;
};

/** The cross product of the steps downward and to the right, one vertex at a time and without allocations. */
export function smoothNormals({ columns, rows, points, normals }: PointGrid): void {
	for (let row = 0; row < rows; row++) {
		const above = Math.max(row - 1, 0) * columns;
		const below = Math.min(row + 1, rows - 1) * columns;
		for (let column = 0; column < columns; column++) {
			const left = (row * columns + Math.max(column - 1, 0)) * 3;
			const right = (row * columns + Math.min(column + 1, columns - 1)) * 3;
			const up = (above + column) * 3;
			const down = (below + column) * 3;
			const ax = (points[down] as number) - (points[up] as number);
			const ay = (points[down + 1] as number) - (points[up + 1] as number);
			const az = (points[down + 2] as number) - (points[up + 2] as number);
			const bx = (points[right] as number) - (points[left] as number);
			const by = (points[right + 1] as number) - (points[left + 1] as number);
			const bz = (points[right + 2] as number) - (points[left + 2] as number);
			setUnit(normals, (row * columns + column) * 3, ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx);
		}
	}
}

function setUnit(values: Float32Array, at: number, x: number, y: number, z: number): void {
	const length = Math.sqrt(x * x + y * y + z * z) || 1;
	values[at] = x / length;
	values[at + 1] = y / length;
	values[at + 2] = z / length;
}
