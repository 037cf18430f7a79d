import { existsSync, statSync } from "node:fs";
import { join, posix } from "node:path";
import { ROOT, urlOf } from "./pages.ts";

/** Where files lie that documents link to and that are no pages, such as configurations. */
const FILES = "/docs/files/";

/** What of the repository may be published beside the documents. */
const PUBLISHED = /^(docs\/(deploy|samples)\/|docs\/metadata-bits\.json$|compose\.yaml$|Dockerfile$)/;

/** A link of a document as the site has it. */
export interface Link {
	readonly href: string;
	/** Of the page that it leads to. */
	readonly name?: string | undefined;
	/** A file of the repository that has to be published for it. */
	readonly file?: string;
}

/**
 * @param from the document with the link, as a path in the repository. @param href as written there
 * @param names of the pages of the site, by their paths in the repository
 * @throws when it leads to nothing that the site has
 */
export function linkOnSite(from: string, href: string, names: ReadonlyMap<string, string>): Link {
	if (/^([a-z]+:|#|\/)/.test(href)) return { href };
	const [path = "", anchor] = href.split("#");
	const target = posix.join(posix.dirname(from), path).replace(/\/$/, "");
	const hash = anchor === undefined ? "" : `#${anchor}`;
	const name = names.get(target);
	if (name !== undefined) return { href: `${urlOf(target)}${hash}`, name };
	const isFile = existsSync(join(ROOT, target)) && statSync(join(ROOT, target)).isFile();
	if (!isFile || !PUBLISHED.test(target))
		throw new Error(`${from}: the site has nothing for the link to ${href}`);
	return { href: `${FILES}${target.replace(/^docs\//, "")}`, file: target };
}
