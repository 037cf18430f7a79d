// Runs before anything is drawn, so that a dark page never flashes light. A file, for the content policy allows no inline script.
(() => {
	const systemIsDark = matchMedia("(prefers-color-scheme: dark)");
	const apply = () => {
		let chosen = null;
		try {
			chosen = localStorage.getItem("packshot-color-scheme");
		} catch {
			// Storage is switched off: the system decides.
		}
		const dark = chosen === "dark" || (chosen !== "light" && systemIsDark.matches);
		document.documentElement.setAttribute("data-mantine-color-scheme", dark ? "dark" : "light");
	};
	apply();
	// Many systems turn dark in the evening, while a page is open.
	systemIsDark.addEventListener("change", apply);
})();
