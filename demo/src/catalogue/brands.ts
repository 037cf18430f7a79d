import type { BrandStyle } from "../label/brand-mark.ts";

/** An invented brand: the style of its name, and its invented manufacturers and distributors. */
export type Brand = { name: string; style: BrandStyle; maker: string };

export const BRANDS = {
	crumbleton: brand("Crumbleton", "ribbon", "Crumbleton Bakehouse, 12 Oven Row, Larkfield"),
	dapplebrook: brand("Dapplebrook", "arched", "Dapplebrook Creamery, 3 Meadow Lane, Dapplebrook"),
	zestwick: brand("Zestwick", "bulged", "Zestwick Snacks, 40 Harbour Street, Merrowdale"),
	quillhaven: brand("Quillhaven", "shield", "Quillhaven Provisions, 7 Granary Square, Quillhaven"),
	velluna: brand("Velluna", "spaced", "Velluna Confections, 1 Lantern Court, Eldermoor"),
	nutterby: brand("Nutterby", "swash", "Nutterby Roasters, 22 Hazel Way, Wickenmoor"),
	frostlark: brand("Frostlark", "oval", "Frostlark Frozen Foods, 9 Northgate, Merrowdale"),
	zaitara: brand("Zaitara", "stamp", "Zaitara Groves, Terrace Road 5, Zephyr Vale"),
	pomelka: brand("Pomelka", "tab", "Pomelka Juices, 18 Orchard Rise, Zephyr Vale"),
	glimmerfin: brand("Glimmerfin", "swash", "Glimmerfin Fisheries, 2 Quay Steps, Merrowdale"),
	lumbrel: brand("Lumbrel", "plain", "Lumbrel Home Goods, 60 Workshop Street, Eldermoor"),
	puddlemint: brand("Puddlemint", "oval", "Puddlemint Care, 31 Spring Gardens, Larkfield"),
} as const satisfies Record<string, Brand>;

export type BrandKey = keyof typeof BRANDS;

function brand(name: string, style: BrandStyle, maker: string): Brand {
	return { name, style, maker };
}
