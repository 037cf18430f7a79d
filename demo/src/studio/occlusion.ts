import { blur, COARSENESS, type CoarseMap, emptyMap } from "./coarse-map.ts";
import type { View } from "./raster.ts";

/**
 * How much surfaces in front shade what lies behind them, 0 to 1: depth against its own blur
 * (Luft, Colditz, Deussen: Image Enhancement by Unsharp Masking the Depth Buffer, 2006).
 */
export function occlusion(view: View, reachPx: number): CoarseMap {
	const { depth, hit } = coarseDepth(view);
	const around = { side: depth.side, values: depth.values.slice() };
	const weight = { side: hit.side, values: hit.values.slice() };
	const radius = Math.max(1, Math.round(reachPx / COARSENESS));
	for (let pass = 0; pass < 2; pass++) {
		blur(around, radius);
		blur(weight, radius);
	}
	const shade = emptyMap(view.sizePx);
	for (let i = 0; i < shade.values.length; i++) {
		if (!hit.values[i]) continue;
		const step = (around.values[i] as number) / (weight.values[i] as number) - (depth.values[i] as number);
		// Half covered means at the silhouette: the missing part occludes nothing.
		const trust = Math.min(1, Math.max(0, (weight.values[i] as number) * 2 - 0.7));
		shade.values[i] = trust * Math.max(0, Math.min(1, step / (reachPx * 1.6)));
	}
	blur(shade, 1);
	return shade;
}

function coarseDepth(view: View): { depth: CoarseMap; hit: CoarseMap } {
	const depth = emptyMap(view.sizePx);
	const hit = emptyMap(view.sizePx);
	const last = view.sizePx - 1;
	for (let row = 0; row < depth.side; row++) {
		for (let column = 0; column < depth.side; column++) {
			const from =
				Math.min(last, row * COARSENESS + 2) * view.sizePx + Math.min(last, column * COARSENESS + 2);
			if (view.id[from] === 0) continue;
			depth.values[row * depth.side + column] = view.depth[from] as number;
			hit.values[row * depth.side + column] = 1;
		}
	}
	return { depth, hit };
}
