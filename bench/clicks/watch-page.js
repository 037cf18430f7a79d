// Loaded into a page before its own code: notes when something was clicked, and when the page last changed or received something.
(() => {
	const CLICKED_AT = "bench:clicked-at";
	const WAITING = "[class*=Skeleton], [class*=Loader-root], [role=status] svg";
	let changedAtMs = 0;

	/** Milliseconds since 1970, the same in the next document. */
	const clockMs = (sinceStartMs) => performance.timeOrigin + sinceStartMs;
	const noteMs = (atMs) => {
		changedAtMs = Math.max(changedAtMs, atMs);
	};

	addEventListener("click", ({ timeStamp }) => sessionStorage.setItem(CLICKED_AT, clockMs(timeStamp)), {
		capture: true,
	});
	// A change counts when it has been drawn: a task after the next frame.
	new MutationObserver(() =>
		requestAnimationFrame(() => setTimeout(() => noteMs(clockMs(performance.now())))),
	).observe(document, { subtree: true, childList: true, characterData: true });
	for (const type of ["resource", "navigation"])
		new PerformanceObserver((list) => {
			for (const { responseEnd } of list.getEntries()) noteMs(clockMs(responseEnd));
		}).observe({ type, buffered: true });

	const clickedAtMs = () => Number(sessionStorage.getItem(CLICKED_AT));

	globalThis.watchedPage = {
		/** Whether it shows an address, waits for nothing, and has changed since it was clicked, but not for so long. */
		isSettled: (path, quietMs) =>
			location.pathname === path &&
			changedAtMs > clickedAtMs() &&
			document.querySelector("h1") !== null &&
			document.querySelector(WAITING) === null &&
			clockMs(performance.now()) - changedAtMs >= quietMs,
		/** From the last click to the last change. */
		sinceClickMs: () => changedAtMs - clickedAtMs(),
	};
})();
