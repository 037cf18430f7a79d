import type { LabelContent, Panel } from "../content.ts";
import { arch } from "./arch.ts";
import { belt } from "./belt.ts";
import { bold } from "./bold.ts";
import { halo } from "./halo.ts";
import { heritage } from "./heritage.ts";
import { meadow } from "./meadow.ts";
import { mosaic } from "./mosaic.ts";
import { night } from "./night.ts";
import { rays } from "./rays.ts";
import { slash } from "./slash.ts";
import { stripes } from "./stripes.ts";
import { waves } from "./waves.ts";
import { wide } from "./wide.ts";

/** Every layout of a front, by name. */
export const LAYOUTS = {
	arch,
	belt,
	bold,
	halo,
	heritage,
	meadow,
	mosaic,
	night,
	rays,
	slash,
	stripes,
	waves,
	wide,
} as const satisfies Record<string, (content: LabelContent, panel: Panel) => string>;

export type LayoutName = keyof typeof LAYOUTS;
