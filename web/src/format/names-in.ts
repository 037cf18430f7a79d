export const isRightToLeft = (text: string) => /[\p{Script=Hebrew}\p{Script=Arabic}]/u.test(text);

/** The parts of a name that is given in two scripts, as in `Challah · חלה`; of any other, the whole. Public pages split names alike. */
export function namesIn(name: string): readonly string[] {
	const parts = name.split(" · ");
	const foreign = parts.filter(isRightToLeft).length;
	return foreign > 0 && foreign < parts.length ? parts : [name];
}
