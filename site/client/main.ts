import "../../web/src/theme/fonts.css";
import "virtual:theme.css";
import "./base.css";
import "./bar.css";
import "./contents.css";
import "./text.css";
import "./code.css";
import "./home.css";
import "./search.css";
import "./narrow.css";
import { addCopyButtons } from "./copy-buttons.ts";
import { letMenuOpen } from "./menu.ts";
import { markPassageInView } from "./outline.ts";
import { letSchemeChange } from "./scheme.ts";
import { letSearch } from "./search.ts";

leadOldLinks();
letMenuOpen();
letSchemeChange();
letSearch();
addCopyButtons();
markPassageInView();

/** The API reference used to be at `/docs`, with a fragment for each call. */
function leadOldLinks(): void {
	const { pathname, hash } = location;
	const isHome = /^\/docs\/?$/.test(pathname);
	if (isHome && hash !== "" && !document.getElementById(hash.slice(1))) location.replace(`/docs/api${hash}`);
}
