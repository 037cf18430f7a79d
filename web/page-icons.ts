import type { Plugin } from "vite";
import { ADMIN_PAGES, OWN_PAGES } from "./src/shell/page-table.ts";

const NAME = "virtual:page-icons";

/** The icons that the table of pages names, so that the pages contain no others. */
export function pageIcons(): Plugin {
	const pages = [...ADMIN_PAGES, ...OWN_PAGES.flatMap((group) => group.pages)];
	const names = [...new Set(pages.map(({ icon }) => icon))].join(", ");
	return {
		name: "page-icons",
		resolveId: (id) => (id === NAME ? `\0${NAME}` : undefined),
		load: (id) =>
			id === `\0${NAME}`
				? `import { ${names} } from "@tabler/icons-react"; export const icons = { ${names} };`
				: undefined,
	};
}
