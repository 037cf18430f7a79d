import { OPEN_PATHS, PORTAL_PATHS } from "../../web/src/shell/page-table.ts";

const paths = [...OPEN_PATHS, ...PORTAL_PATHS].map((path) => path.replace(/:\w+/g, "[^/]+"));
const PAGE = new RegExp(`^(?:${paths.join("|")})/?$`);

/** A page for holders of a link, which is nobody else's business. */
export function isUnlisted(path: string): boolean {
	return /^\/case\/?$/.test(path);
}

/** Whether the pages have this path; anything else is answered with 404. */
export function isPage(path: string): boolean {
	return PAGE.test(path);
}
