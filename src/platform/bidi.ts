/**
 * Characters of one line in the order they are drawn from left to right: the part of the Unicode
 * Bidirectional Algorithm (UAX #9, rules P2, N1, N2, I1, L2, L4) that Hebrew, Latin and digits on one line
 * need. Combining marks are dropped after composition: lettering places no marks.
 */
export function visualOrder(text: string): string[] {
	const characters = [
		...text
			.normalize("NFC")
			.replace(/[\p{Mn}\p{Cf}]/gu, "")
			.replace(/\s/gu, " "),
	];
	if (!characters.some(isHebrew)) return characters;
	const levels = embeddingLevels(characters.map(directionOf));
	const mirrored = characters.map((character, i) =>
		levels[i] === 1 ? (MIRROR[character] ?? character) : character,
	);
	return reorder(mirrored, levels);
}

type Direction = "L" | "R" | "digit" | "neutral";

function isHebrew(character: string): boolean {
	return /\p{Script=Hebrew}/u.test(character);
}

function directionOf(character: string): Direction {
	if (isHebrew(character)) return "R";
	if (/\p{Nd}/u.test(character)) return "digit";
	return /\p{L}/u.test(character) ? "L" : "neutral";
}

function embeddingLevels(directions: Direction[]): number[] {
	const base = directions.find((direction) => direction === "L" || direction === "R") === "R" ? "R" : "L";
	const separated = joinNumbers(directions);
	const resolved = separated.map((direction, i) =>
		direction === "neutral" ? neutralDirection(separated, i, base) : direction,
	);
	let strong = base;
	return resolved.map((direction) => {
		if (direction !== "digit") {
			strong = direction === "R" ? "R" : "L";
			return strong === "R" ? 1 : base === "R" ? 2 : 0;
		}
		return strong === "R" || base === "R" ? 2 : 0;
	});
}

/** A single sign between two digits (1.5, 10/12) stays within the number. */
function joinNumbers(directions: Direction[]): Direction[] {
	return directions.map((direction, i) =>
		direction === "neutral" && directions[i - 1] === "digit" && directions[i + 1] === "digit"
			? "digit"
			: direction,
	);
}

/** Between two parts of one direction a neutral takes it, else that of the line; digits count as right-to-left. */
function neutralDirection(directions: Direction[], at: number, base: "L" | "R"): "L" | "R" {
	const side = (direction: Direction | undefined): "L" | "R" =>
		direction === undefined ? base : direction === "L" ? "L" : "R";
	const before = side(directions.slice(0, at).findLast((direction) => direction !== "neutral"));
	const after = side(directions.slice(at + 1).find((direction) => direction !== "neutral"));
	return before === after ? before : base;
}

/** L2: from the highest level down, reverse every run at that level or above. */
function reorder(characters: string[], levels: number[]): string[] {
	const order = characters.map((character, i) => ({ character, level: levels[i] ?? 0 }));
	for (const level of [2, 1]) {
		let start = 0;
		while (start < order.length) {
			let end = start;
			while (end < order.length && (order[end]?.level ?? 0) >= level) end++;
			if (end > start) order.splice(start, end - start, ...order.slice(start, end).reverse());
			start = Math.max(end, start + 1);
		}
	}
	return order.map(({ character }) => character);
}

const MIRROR: Record<string, string> = {
	"(": ")",
	")": "(",
	"[": "]",
	"]": "[",
	"{": "}",
	"}": "{",
	"<": ">",
	">": "<",
	"«": "»",
	"»": "«",
};
