/**
 * Values for another thread. Objects of the same shape are sent column by column: names are sent only once, and so is a value that all objects
 * share. These make up most of the cost of a message.
 */
export type Columnar =
	| {
			readonly names: readonly string[];
			readonly count: number;
			/** The values of each member, or the single value they share. */
			readonly columns: readonly (readonly unknown[])[];
	  }
	| { readonly values: readonly unknown[] };

/** Encodes a non-empty list. A value shared by all objects, nested objects included, is sent once. */
export function toColumns(values: readonly unknown[]): Columnar {
	const first = values[0];
	if (!isRecord(first)) return { values };
	const names = Object.keys(first);
	// Assigning it would set the prototype.
	if (names.includes("__proto__")) return { values };
	const columns = names.map((): unknown[] => new Array(values.length));
	for (let row = 0; row < values.length; row++) {
		const value = values[row];
		if (!isRecord(value) || !hasNames(value, names)) return { values };
		for (let place = 0; place < names.length; place++) {
			(columns[place] as unknown[])[row] = value[names[place] as string];
		}
	}
	return { names, count: values.length, columns: columns.map(once) };
}

function once(column: readonly unknown[]): readonly unknown[] {
	const [first] = column;
	return column.every((value) => value === first) ? [first] : column;
}

export function fromColumns(columnar: Columnar): readonly unknown[] {
	if ("values" in columnar) return columnar.values;
	const { names, count, columns } = columnar;
	return Array.from({ length: count }, (_, row) => {
		const value: Record<string, unknown> = {};
		for (let place = 0; place < names.length; place++) {
			const column = columns[place] as readonly unknown[];
			value[names[place] as string] = column.length === 1 ? column[0] : column[row];
		}
		return value;
	});
}

/** Only plain objects with members: empty ones would have no columns, and bytes and arrays are not records. */
function isRecord(value: unknown): value is Record<string, unknown> {
	if (typeof value !== "object" || value === null) return false;
	return Object.getPrototypeOf(value) === Object.prototype && !isEmpty(value);
}

function isEmpty(value: object): boolean {
	for (const _ in value) return false;
	return true;
}

function hasNames(value: Record<string, unknown>, names: readonly string[]): boolean {
	let place = 0;
	for (const name in value) if (name !== names[place++]) return false;
	return place === names.length;
}
