import { parse, validate } from "fast-xml-parser";

/** Elements that RFC 4287 asks for exactly once (4.1.1, 4.1.2). */
const ONCE = ["id", "title", "updated"];

type Element = Readonly<Record<string, unknown>>;

const all = (element: Element, name: string): unknown[] => [element[name] ?? []].flat();
const text = (value: unknown) => String((value as { "#text"?: string })?.["#text"] ?? value);

/** What is wrong with an Atom feed, by RFC 4287 and RFC 3339; and its entries. */
export function readAtom(xml: string): { readonly problems: string[]; readonly entries: Element[] } {
	const isXml = validate(xml);
	if (isXml !== true) return { problems: [`no XML: ${isXml.err.msg}`], entries: [] };
	const { feed } = parse(xml, { ignoreAttributes: false, parseNodeValue: false }) as { feed?: Element };
	if (feed?.["@_xmlns"] !== "http://www.w3.org/2005/Atom") return { problems: ["no Atom feed"], entries: [] };
	const entries = all(feed, "entry") as Element[];
	const problems = [
		...problemsOf("the feed", feed),
		...entries.flatMap((entry) => problemsOf(`entry ${text(entry.id)}`, entry)),
	];
	const ids = entries.map(({ id }) => text(id));
	if (new Set(ids).size < ids.length) problems.push("two entries have one id");
	// 4.1.2: an entry has an author unless the feed has one.
	if (all(feed, "author").every((author) => !text((author as Element).name)))
		problems.push("nobody is the author");
	if (!links(feed).some(({ "@_rel": rel }) => rel === "self"))
		problems.push("the feed has no link to itself");
	return { problems, entries };
}

const links = (element: Element) => all(element, "link") as Record<string, string>[];

function problemsOf(where: string, element: Element): string[] {
	const problems = ONCE.filter((name) => all(element, name).length !== 1).map(
		(name) => `${where} has not one ${name}`,
	);
	if (!/^https?:\/\/\S+$/.test(text(element.id))) problems.push(`the id of ${where} is no IRI`);
	for (const name of ["updated", "published"])
		for (const time of all(element, name))
			if (
				!/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/.test(text(time)) ||
				Number.isNaN(Date.parse(text(time)))
			)
				problems.push(`${where} has a time that is none: ${text(time)}`);
	const alternates = links(element).filter(({ "@_rel": rel }) => rel === undefined || rel === "alternate");
	// 4.1.2: without content an entry needs one; of one type and language there is one at most.
	if (alternates.length !== 1) problems.push(`${where} has ${alternates.length} alternate links`);
	for (const link of links(element))
		if (!/^https?:/.test(link["@_href"] ?? "")) problems.push(`${where} has a link to nowhere`);
	for (const content of all(element, "content"))
		if (!["text", "html", "xhtml"].includes(String((content as Element)["@_type"] ?? "text")))
			problems.push(`${where} has content of another type`);
	return problems;
}
