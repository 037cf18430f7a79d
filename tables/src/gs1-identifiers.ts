/** What may stand after an application identifier, and how far it reaches in an element string without brackets. */
export interface ApplicationIdentifier {
	readonly pattern: RegExp;
	/** Length of its values in an element string; undefined if they end with a separator. */
	readonly predefinedLength: number | undefined;
	/** Whether it may be a parameter of a GS1 Digital Link's query. */
	readonly isLinkAttribute: boolean;
}

/** Application identifiers by the format of their values, with ranges, as of November 2026 (GS1 Barcode Syntax Dictionary). */
const FORMATS: Readonly<Record<string, string>> = {
	N18: "00 8017-8018",
	N14: "01-03",
	"X..20": "10 21-22 243 254 420 4318 7020-7022 710-717 7240 8002 8012",
	N6: [
		"11-13 15-17 3100-3105 3110-3115 3120-3125 3130-3135 3140-3145 3150-3155 3160-3165 3200-3205 3210-3215",
		"3220-3225 3230-3235 3240-3245 3250-3255 3260-3265 3270-3275 3280-3285 3290-3295 3300-3305 3310-3315",
		"3320-3325 3330-3335 3340-3345 3350-3355 3360-3365 3370-3375 3400-3405 3410-3415 3420-3425 3430-3435",
		"3440-3445 3450-3455 3460-3465 3470-3475 3480-3485 3490-3495 3500-3505 3510-3515 3520-3525 3530-3535",
		"3540-3545 3550-3555 3560-3565 3570-3575 3600-3605 3610-3615 3620-3625 3630-3635 3640-3645 3650-3655",
		"3660-3665 3670-3675 3680-3685 3690-3695 3950-3955 4326 4330-4333 7006-7007 7011 8005",
	].join(" "),
	N2: "20 7241",
	"X..28": "235",
	"X..30": "240-241 250-251 400-401 403 4308 4319 7002 7023 8004 90",
	"N..6": "242",
	"N13 [X..17]": "253",
	"N13 [N..12]": "255",
	"N..8": "30 37",
	"N..15": "3900-3909 3920-3929",
	"N3 N..15": "3910-3919 3930-3939",
	N4: "3940-3943 8111",
	N17: "402",
	N13: "410-417 7001",
	"N3 X..9": "421",
	N3: "422-426",
	"X..3": "427 7008",
	"X..35": "4300-4301 4310-4311 4320",
	"X..70": "4302-4306 4312-4316 7257 8110 8112 8200",
	X2: "4307 4317",
	"N10 N10": "4309",
	N1: "4321-4323 7252",
	"N6 N4": "4324-4325 7003",
	"N..4": "7004",
	"X..12": "7005",
	"X..10": "7009 7255",
	"X..2": "7010",
	"N3 X..27": "7030-7039",
	"N1 X1 X1 X1": "7040",
	"X..4": "7041",
	"X2 X..28": "7230-7239",
	"X..25": "7242 8013-8014 8020",
	N8: "7250",
	"N8 N4": "7251",
	"X..40": "7253-7254 7259",
	"X..90": "7256 91-99",
	X3: "7258",
	"N4 N5 N3 N1 N1": "8001",
	"N1 N13 [X..16]": "8003",
	"N14 N4": "8006 8026",
	"X..34": "8007",
	"N6 N2": "8008",
	"X..50": "8009",
	"Y..30": "8010",
	"N..12": "8011",
	"N..10": "8019",
	"Z..90": "8030",
	N15: "8040-8041",
	N32: "8042",
	"N18 [N..2]": "8043",
};

/** Identifiers that begin with these digits have values of predefined length. */
const PREDEFINED = /^(?:0[0-3]|1[1-7]|20|3[1-6]|41)/;

const NO_LINK_ATTRIBUTES: ReadonlySet<string> = new Set(
	"03 21 22 235 254 7040 7041 8011 8014 8019 8020 8040 8041 8042 8043 8200".split(" "),
);

/** The character sets 82, 39 and 64 of the GS1 General Specifications, and digits. */
const CHARACTERS: ReadonlyMap<string, string> = new Map([
	["N", "[0-9]"],
	["X", "[!\"%&'()*+,\\-./0-9:;<=>?A-Z_a-z]"],
	["Y", "[#\\-/0-9A-Z]"],
	["Z", "[A-Za-z0-9\\-_=]"],
]);

/** Every application identifier. No one is the beginning of another. */
export const APPLICATION_IDENTIFIERS: ReadonlyMap<string, ApplicationIdentifier> = new Map(
	Object.entries(FORMATS).flatMap(([format, ranges]) =>
		ranges
			.split(" ")
			.flatMap(identifiersIn)
			.map((identifier) => [identifier, described(identifier, format)] as const),
	),
);

function identifiersIn(range: string): string[] {
	const [first = "", last = first] = range.split("-");
	return Array.from({ length: Number(last) - Number(first) + 1 }, (_, place) =>
		String(Number(first) + place).padStart(first.length, "0"),
	);
}

function described(identifier: string, format: string): ApplicationIdentifier {
	return {
		pattern: new RegExp(`^${format.split(" ").map(patternOf).join("")}$`),
		predefinedLength: PREDEFINED.test(identifier) ? Number(format.slice(1)) : undefined,
		isLinkAttribute: !NO_LINK_ATTRIBUTES.has(identifier),
	};
}

/** `N6` are six digits, `X..20` up to twenty characters; brackets mean that it may be missing. */
function patternOf(part: string): string {
	const [, open = "", set = "", dots = "", length = ""] = /^(\[?)([NXYZ])(\.\.)?(\d+)\]?$/.exec(part) ?? [];
	const times = dots === "" ? `{${length}}` : `{${open === "" ? 1 : 0},${length}}`;
	return `${CHARACTERS.get(set)}${times}`;
}
