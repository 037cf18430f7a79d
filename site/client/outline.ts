/** Highlights in the outline the passage being read. */
export function markPassageInView(): void {
	const links = [...document.querySelectorAll<HTMLAnchorElement>(".outline a")];
	const headings = links.flatMap(
		({ hash }) => document.getElementById(decodeURIComponent(hash.slice(1))) ?? [],
	);
	if (headings.length === 0) return;
	const mark = () => {
		const read = headings.findLastIndex((heading) => heading.getBoundingClientRect().top < 140);
		for (const [index, link] of links.entries()) {
			if (index === Math.max(0, read)) link.setAttribute("aria-current", "true");
			else link.removeAttribute("aria-current");
		}
	};
	document.addEventListener("scroll", mark, { passive: true });
	mark();
}
