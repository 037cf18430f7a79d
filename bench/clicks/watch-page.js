// Injected into a page before its own code: records when something was clicked, and when the page last changed or received something.
(() => {
	const CLICKED_AT = "bench:clicked-at";
	const WAITING = "[class*=Skeleton], [class*=Loader-root], [role=status] svg";
	let changedAtMs = 0;

	/** Milliseconds since 1970, comparable across documents. */
	const clockMs = (sinceStartMs) => performance.timeOrigin + sinceStartMs;
	const noteMs = (atMs) => {
		changedAtMs = Math.max(changedAtMs, atMs);
	};

	addEventListener("click", ({ timeStamp }) => sessionStorage.setItem(CLICKED_AT, clockMs(timeStamp)), {
		capture: true,
	});
	// A change counts once it has been painted: in a task after the next frame.
	new MutationObserver(() =>
		requestAnimationFrame(() => setTimeout(() => noteMs(clockMs(performance.now())))),
	).observe(document, { subtree: true, childList: true, characterData: true });
	for (const type of ["resource", "navigation"])
		new PerformanceObserver((list) => {
			for (const { responseEnd } of list.getEntries()) noteMs(clockMs(responseEnd));
		}).observe({ type, buffered: true });

	const clickedAtMs = () => Number(sessionStorage.getItem(CLICKED_AT));

	globalThis.watchedPage = {
		/** Whether the page has left the path before it, has nothing left to load, and has changed since the click but not within `quietMs`. */
		isSettled: (before, quietMs) =>
			location.pathname !== before &&
			changedAtMs > clickedAtMs() &&
			document.querySelector("h1") !== null &&
			document.querySelector(WAITING) === null &&
			clockMs(performance.now()) - changedAtMs >= quietMs,
		/** Time from the last click to the last change. */
		sinceClickMs: () => changedAtMs - clickedAtMs(),
	};
})();
