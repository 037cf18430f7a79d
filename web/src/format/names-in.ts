export const isRightToLeft = (text: string) => /[\p{Script=Hebrew}\p{Script=Arabic}]/u.test(text);

/** How a name runs that is the first of a few lines. */
export const directionOf = (name: string) => (isRightToLeft(namesIn(name)[0] ?? "") ? "rtl" : "ltr");

/** The parts of a name that is given in two scripts, as in `Challah · חלה`; of any other, the whole. Public pages split names alike. */
export function namesIn(name: string): readonly string[] {
	const parts = name.split(" · ");
	const foreign = parts.filter(isRightToLeft).length;
	return foreign > 0 && foreign < parts.length ? parts : [name];
}
