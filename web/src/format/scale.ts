/** Tops whose halves are short as well. */
const TOPS = [1, 2, 4, 6, 8, 10];

/** The figure at the top of a chart's scale: a round one, at least `most`. @param isCount whether half of it has to be whole, too. */
export function scaleTop(most: number, isCount: boolean): number {
	const least = Math.max(most, isCount ? 2 : 0.01);
	const power = 10 ** Math.floor(Math.log10(least));
	const top = TOPS.find((each) => each * power >= least) ?? 10;
	return Number((top * power).toPrecision(1));
}
