import { existsSync, statSync } from "node:fs";
import { join, posix } from "node:path";
import { ROOT, urlOf } from "./pages.ts";

/** Where linked files are published that are not pages, such as configurations. */
const FILES = "/docs/files/";

/** The files of the repository that may be published. */
const PUBLISHED = /^(docs\/(deploy|samples)\/|docs\/metadata-bits\.json$|compose\.yaml$|Dockerfile$)/;

/** A link of a document as it appears on the site. */
export interface Link {
	readonly href: string;
	/** Name of the linked page. */
	readonly name?: string | undefined;
	/** File of the repository that has to be published for this link. */
	readonly file?: string;
}

/**
 * @param from the document with the link, as a path in the repository. @param href as written there
 * @param names of the pages of the site, by their paths in the repository
 * @throws if the target does not exist on the site
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
