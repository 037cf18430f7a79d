/** One plane of numbers, row by row; for luma 0…255, for opacity 0…1. */
export interface Plane {
	readonly width: number;
	readonly height: number;
	readonly values: Float32Array;
}
