import { blur, COARSENESS, type CoarseMap } from "./coarse-map.ts";
import type { View } from "./raster.ts";

/**
 * How much surfaces in front shade what lies behind them, 0 to 1: depth against its own blur
 * (Luft, Colditz, Deussen: Image Enhancement by Unsharp Masking the Depth Buffer, 2006).
 */
export function occlusion(view: View, reachPx: number): CoarseMap {
	const side = Math.ceil(view.sizePx / COARSENESS);
	const [depth, hit, shade] = [0, 0, 0].map(() => new Float32Array(side * side)) as [
		Float32Array,
		Float32Array,
		Float32Array,
	];
	const middle = (place: number) => Math.min(view.sizePx - 1, place * COARSENESS + 2);
	for (let i = 0; i < depth.length; i++) {
		const from = middle(Math.floor(i / side)) * view.sizePx + middle(i % side);
		if (view.id[from] === 0) continue;
		depth[i] = view.depth[from] as number;
		hit[i] = 1;
	}
	const [around, weight] = [depth.slice(), hit.slice()];
	const radius = Math.max(1, Math.round(reachPx / COARSENESS));
	for (const values of [around, around, weight, weight]) blur({ side, values }, radius);
	for (let i = 0; i < shade.length; i++) {
		if (!hit[i]) continue;
		const step = (around[i] as number) / (weight[i] as number) - (depth[i] as number);
		// Half covered means at the silhouette: the missing part occludes nothing.
		const trust = Math.min(1, Math.max(0, (weight[i] as number) * 2 - 0.7));
		shade[i] = trust * Math.max(0, Math.min(1, step / (reachPx * 1.6)));
	}
	blur({ side, values: shade }, 1);
	return { side, values: shade };
}
