import { PoolFull } from "../../platform/tasks/task.ts";

/** Limits the work in progress; the rest waits, first come, first served. */
export interface PixelBudget {
	/** Runs work on a picture with this many pixels. A picture larger than the whole budget runs alone. @throws PoolFull if too many are waiting. */
	run<T>(pixels: number, work: () => Promise<T>): Promise<T>;
}

export function createPixelBudget(budget: {
	readonly pictures: number;
	readonly pixels: number;
	/** Pictures that may wait; by default, any number. */
	readonly mostWaiting?: number;
}): PixelBudget {
	let { pictures, pixels } = budget;
	const waiting: { readonly cost: number; readonly start: () => void }[] = [];

	function startNext(): void {
		for (let next = waiting[0]; next && pictures > 0 && pixels >= next.cost; next = waiting[0]) {
			waiting.shift();
			pictures--;
			pixels -= next.cost;
			next.start();
		}
	}

	return {
		async run(size, work) {
			const cost = Math.min(size, budget.pixels);
			const { mostWaiting = Number.POSITIVE_INFINITY } = budget;
			if (waiting.length >= mostWaiting) throw new PoolFull(`${waiting.length} pictures are waiting`);
			await new Promise<void>((start) => {
				waiting.push({ cost, start });
				startNext();
			});
			try {
				return await work();
			} finally {
				pictures++;
				pixels += cost;
				startNext();
			}
		},
	};
}
