const RIGHT_TO_LEFT = /[\p{Script=Hebrew}\p{Script=Arabic}]/u;

/** The parts of a name that is given in two scripts, as in `Challah · חלה`; of any other, the whole. Public pages split names alike. */
export function namesIn(name: string): readonly string[] {
	const parts = name.split(" · ");
	const foreign = parts.filter((part) => RIGHT_TO_LEFT.test(part)).length;
	return foreign > 0 && foreign < parts.length ? parts : [name];
}
