import { loafBag, pillowBag, pouch } from "./bag.ts";
import { bottle } from "./bottle.ts";
import { box } from "./box.ts";
import { can, drinkCan } from "./can.ts";
import { eggCarton } from "./egg-carton.ts";
import { gableCarton } from "./gable-carton.ts";
import { jar, tabletPot } from "./jar.ts";
import type { Package } from "./print.ts";
import { sushiTray } from "./tray.ts";
import { tub } from "./tub.ts";

/** Every package type, by name. */
export const PACKAGES = {
	box: box(190, 270, 62),
	slimBox: box(132, 208, 42),
	squareBox: box(200, 190, 58),
	teaBox: box(172, 118, 74),
	longBox: box(304, 62, 58, 20),
	bar: box(88, 182, 12, 18),
	butterBlock: box(150, 72, 62, 24),
	brick: box(78, 168, 52, 28),
	gableCarton,
	can: can(38, 110),
	flatCan: can(43, 42),
	drinkCan,
	jar: jar(40, 132),
	lowJar: jar(46, 98),
	tabletPot: tabletPot(36, 122),
	juiceBottle: bottle("juice"),
	oilBottle: bottle("oil"),
	wineBottle: bottle("wine"),
	waterBottle: bottle("water"),
	sauceBottle: bottle("sauce"),
	lotionBottle: bottle("lotion"),
	cleanerBottle: bottle("cleaner"),
	tub: tub(60, 50, 66),
	cup: tub(42, 32, 84),
	pillowBag: pillowBag(190, 270),
	foilBag: pillowBag(170, 230, "foil"),
	pouch: pouch(180, 250),
	mattePouch: pouch(170, 262, "card"),
	loafBag: loafBag(190, 300),
	sushiTray,
	eggCarton,
} as const satisfies Record<string, Package>;

export type PackageName = keyof typeof PACKAGES;
