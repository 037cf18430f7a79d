/** A part of a number format (ECMA-376, 18.8.31), which shows the numbers that it is for. */
export interface Section {
	/** Undefined where the sign decides. */
	readonly condition: ((value: number) => boolean) | undefined;
	readonly tokens: readonly Token[];
}

interface Token {
	readonly kind: "digit" | "point" | "comma" | "percent" | "slash" | "general" | "exponent" | "literal";
	readonly text: string;
}

const PARTS =
	/"(?<quoted>[^"]*)"|\\(?<escaped>.)|_.|\*.|\[\$(?<currency>[^\]-]*)[^\]]*\]|\[(?<compared>[<>=]+)(?<limit>-?[\d.]+)\]|\[[^\]]*\]|(?<general>general|@)|(?<exponent>e[+-])|(?<other>.)/giu;
const KINDS: ReadonlyMap<string, Token["kind"]> = new Map([
	["0", "digit"],
	["#", "digit"],
	["?", "digit"],
	[".", "point"],
	[",", "comma"],
	["%", "percent"],
	["/", "slash"],
]);

export function readSection(code: string): Section {
	const tokens: Token[] = [];
	let condition: Section["condition"];
	for (const { groups = {} } of code.matchAll(PARTS)) {
		const { quoted, escaped, currency, compared, limit, general, exponent, other } = groups;
		const literal = quoted ?? escaped ?? currency;
		if (compared !== undefined) condition = conditionOf(compared, Number(limit));
		else if (literal !== undefined) tokens.push({ kind: "literal", text: literal });
		else if (general !== undefined) tokens.push({ kind: "general", text: general });
		else if (exponent !== undefined) tokens.push({ kind: "exponent", text: exponent });
		else if (other !== undefined) tokens.push({ kind: KINDS.get(other) ?? "literal", text: other });
	}
	return { condition, tokens };
}

function conditionOf(compared: string, limit: number): (value: number) => boolean {
	return (value) =>
		(compared.includes("<") && value < limit) ||
		(compared.includes(">") && value > limit) ||
		(compared.includes("=") && value === limit);
}

/** A whole number with all its digits, any other with the fifteen that spreadsheets have. */
export function plainNumber(value: number): string {
	return String(Number.isSafeInteger(value) ? value : Number(value.toPrecision(15)));
}

/** What a section shows for a number that is not negative. A power of ten, which would lose digits, is written out. */
export function sectionText({ tokens }: Section, value: number): string {
	const has = (kind: Token["kind"]) => tokens.some((token) => token.kind === kind);
	if (has("exponent")) return plainNumber(value);
	if (has("general"))
		return tokens.map(({ kind, text }) => (kind === "general" ? plainNumber(value) : text)).join("");
	const slash = tokens.findIndex(({ kind }) => kind === "slash");
	if (slash > 0 && tokens[slash - 1]?.kind === "digit") return fractionText(tokens, slash, value);
	return decimalText(tokens, value);
}

function decimalText(tokens: readonly Token[], value: number): string {
	const pointAt = tokens.findIndex(({ kind }) => kind === "point");
	const isWhole = (at: number) => tokens[at]?.kind === "digit" && (pointAt === -1 || at < pointAt);
	const wholePlaces = tokens.flatMap((_, at) => (isWhole(at) ? [at] : []));
	const decimals = tokens.flatMap(({ kind, text }, at) => (kind === "digit" && !isWhole(at) ? [text] : []));
	const [firstPlace = 0, lastPlace = -1] = [wholePlaces[0], wholePlaces.at(-1)];
	const scaled = value * scaleOf(tokens, lastPlace);
	const [whole = "", decimal = ""] = rounded(scaled, decimals.length).split(".");
	const shownDecimal = withoutZeros(decimal, decimals.lastIndexOf("0") + 1);
	const firstZero = wholePlaces.findIndex((at) => tokens[at]?.text === "0");
	const leastDigits = firstZero === -1 ? 0 : wholePlaces.length - firstZero;
	const digits = (whole === "0" ? "" : whole).padStart(leastDigits, "0");
	const isGrouped = tokens.some(({ kind }, at) => kind === "comma" && at > firstPlace && at < lastPlace);
	const shown = isGrouped && hasWords(tokens) ? digits.replace(/\B(?=(\d{3})+$)/g, ",") : digits;
	return tokens
		.map(({ kind, text }, at) => {
			if (at === firstPlace && isWhole(at)) return shown;
			if (kind === "point") return shownDecimal === "" ? "" : `.${shownDecimal}`;
			// What stands between digits alone, as in `0-00000-00000-0`, belongs to no number.
			const isInside = at > firstPlace && at < lastPlace;
			return kind === "percent" || (kind === "literal" && !isInside) ? text : "";
		})
		.join("");
}

/** A percent sign shows a hundred times the number, a comma behind the last digit a thousandth. */
function scaleOf(tokens: readonly Token[], lastPlace: number): number {
	const percents = tokens.filter(({ kind }) => kind === "percent").length;
	const commas = tokens.filter(({ kind }, at) => kind === "comma" && at > lastPlace).length;
	return 100 ** percents / 1000 ** commas;
}

/** Rounded as spreadsheets round the fifteen digits that they have: 1.005 becomes 1.01. */
function rounded(value: number, decimals: number): string {
	const plain = plainNumber(value);
	if (plain.includes("e")) return value.toFixed(decimals);
	const whole = Math.round(Number(`${plain}e${decimals}`));
	return Number.isSafeInteger(whole) ? Number(`${whole}e-${decimals}`).toFixed(decimals) : plain;
}

function withoutZeros(decimal: string, least: number): string {
	let end = decimal.length;
	while (end > least && decimal[end - 1] === "0") end--;
	return decimal.slice(0, end);
}

/** Only beside a unit or a currency are thousands kept apart: a number alone may be a code, and its comma a decimal sign. */
function hasWords(tokens: readonly Token[]): boolean {
	return tokens.some(
		({ kind, text }) => kind === "percent" || (kind === "literal" && /[\p{L}\p{Sc}]/u.test(text)),
	);
}

const MOST_DENOMINATOR_DIGITS = 4;

/** @param slash its place among the tokens */
function fractionText(tokens: readonly Token[], slash: number, value: number): string {
	const isDigit = (at: number) => tokens[at]?.kind === "digit";
	let numeratorAt = slash;
	while (isDigit(numeratorAt - 1)) numeratorAt--;
	const firstPlace = tokens.findIndex(({ kind }) => kind === "digit");
	const fixed =
		/^\d+/.exec(
			tokens
				.slice(slash + 1)
				.map(({ text }) => text)
				.join(""),
		)?.[0] ?? "";
	const isFixed = Number(fixed) > 0;
	let end = slash + 1;
	while (isFixed ? end < slash + 1 + fixed.length : isDigit(end)) end++;
	const hasWhole = firstPlace < numeratorAt;
	const whole = hasWhole ? Math.floor(value) : 0;
	const most = 10 ** Math.min(MOST_DENOMINATOR_DIGITS, end - slash - 1) - 1;
	const [over, under] = isFixed
		? [Math.round((value - whole) * Number(fixed)), Number(fixed)]
		: nearest(value - whole, most);
	const isOne = hasWhole && over === under;
	const wholeText = hasWhole && (whole > 0 || over === 0 || isOne) ? [String(isOne ? whole + 1 : whole)] : [];
	const shown = [...wholeText, ...(over === 0 && hasWhole ? [] : isOne ? [] : [`${over}/${under}`])].join(
		" ",
	);
	const literals = (some: readonly Token[]) =>
		some.map(({ kind, text }) => (kind === "literal" ? text : "")).join("");
	return `${literals(tokens.slice(0, firstPlace))}${shown}${literals(tokens.slice(end))}`;
}

/** The fraction nearest to a number, with the smallest denominator. */
function nearest(value: number, mostDenominator: number): [over: number, under: number] {
	let best: [number, number] = [Math.round(value), 1];
	for (let under = 2; under <= mostDenominator; under++) {
		const over = Math.round(value * under);
		if (Math.abs(over / under - value) < Math.abs(best[0] / best[1] - value)) best = [over, under];
	}
	return best;
}
