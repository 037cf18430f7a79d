import { loafBag, pillowBag, pouch } from "./bag.ts";
import { carton, gableCarton } from "./box.ts";
import type { Package } from "./print.ts";
import { bottle, can, drinkCan, jar, tub } from "./round.ts";
import { eggCarton, sushiTray } from "./tray.ts";

/** Every package type, by name. */
export const PACKAGES = {
	box: carton(190, 270, 62),
	slimBox: carton(132, 208, 42),
	squareBox: carton(200, 190, 58),
	teaBox: carton(172, 118, 74),
	longBox: carton(304, 62, 58, 20),
	bar: carton(88, 182, 12, 18),
	butterBlock: carton(150, 72, 62, 24),
	brick: carton(78, 168, 52, 28),
	gableCarton,
	can: can(38, 110),
	flatCan: can(43, 42),
	drinkCan,
	jar: jar(40, 132),
	lowJar: jar(46, 98),
	tabletPot: jar(36, 122, { glass: false, lidFrom: 0.82 }),
	juiceBottle: bottle({
		neck: [13, 232],
		radius: 40,
		shoulder: [206, 148],
		label: [138, 26],
		cap: [15, 222, 242],
	}),
	oilBottle: bottle({
		neck: [11, 238],
		radius: 33,
		shoulder: [200, 158],
		label: [148, 30],
		cap: [13, 226, 250],
	}),
	wineBottle: bottle({
		neck: [13, 286],
		radius: 37,
		shoulder: [214, 164],
		label: [146, 34],
		cap: [14.6, 226, 292],
	}),
	waterBottle: bottle({
		neck: [12, 230],
		radius: 34,
		shoulder: [218, 172],
		dents: [
			[160, 2, 10],
			[82, 2, 10],
			[58, 2, 12],
		],
		label: [148, 94],
		cap: [13.6, 224, 240],
	}),
	sauceBottle: bottle({
		neck: [15, 196],
		radius: 35,
		shoulder: [184, 150],
		dents: [[100, 3, 45]],
		label: [146, 26],
		cap: [19, 186, 214],
		finish: "plastic",
		flatten: 0.72,
	}),
	lotionBottle: bottle({
		neck: [12, 176],
		radius: 40,
		shoulder: [172, 150],
		label: [148, 14],
		cap: [14, 172, 190],
		finish: "plastic",
		flatten: 0.55,
		pump: true,
	}),
	cleanerBottle: bottle({
		neck: [13, 218],
		radius: 46,
		shoulder: [208, 140],
		dents: [[104, 5, 36]],
		label: [150, 22],
		cap: [17, 206, 240],
		finish: "plastic",
		flatten: 0.55,
	}),
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
