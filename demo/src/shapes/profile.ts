/** Radius at a height, listed from the top downward. */
export type Profile = readonly (readonly [radius: number, y: number])[];

/** Steps along a line of points evenly by length. */
export function walk(profile: Profile): (t: number) => readonly [number, number] {
	const lengths = [0];
	for (let i = 1; i < profile.length; i++) {
		const [from, to] = [profile[i - 1], profile[i]] as [Profile[0], Profile[0]];
		lengths.push((lengths[i - 1] as number) + Math.hypot(to[0] - from[0], to[1] - from[1]));
	}
	const total = lengths.at(-1) as number;
	return (t) => {
		const target = t * total;
		const i = Math.max(
			1,
			lengths.findIndex((length) => length >= target - 1e-9),
		);
		const [from, to] = [profile[i - 1], profile[i]] as [Profile[0], Profile[0]];
		const [start, end] = [lengths[i - 1] as number, lengths[i] as number];
		const share = end > start ? (target - start) / (end - start) : 0;
		return [from[0] + (to[0] - from[0]) * share, from[1] + (to[1] - from[1]) * share];
	};
}

/** Chaikin's corner cutting, four times; the ends stay. */
export function smoothed(profile: Profile): Profile {
	let points = profile;
	for (let pass = 0; pass < 4; pass++) {
		const next: (readonly [number, number])[] = [points[0] as Profile[0]];
		for (let i = 0; i + 1 < points.length; i++) {
			const [a, b] = [points[i], points[i + 1]] as [Profile[0], Profile[0]];
			next.push([a[0] * 0.75 + b[0] * 0.25, a[1] * 0.75 + b[1] * 0.25]);
			next.push([a[0] * 0.25 + b[0] * 0.75, a[1] * 0.25 + b[1] * 0.75]);
		}
		next.push(points.at(-1) as Profile[0]);
		points = next;
	}
	return points;
}
