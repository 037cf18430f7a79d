import { useEffect } from "react";
import { useLocation } from "react-router";

/** Scrolls to the anchor in the URL, and moves the keyboard focus there. */
export function useTarget(anchor: string): void {
	const { key } = useLocation();
	// biome-ignore lint/correctness/useExhaustiveDependencies: the same link may be followed twice
	useEffect(() => {
		const target = document.getElementById(anchor);
		if (target === null) {
			if (anchor !== "") window.scrollTo(0, 0);
			return;
		}
		target.scrollIntoView();
		target.focus({ preventScroll: true });
	}, [anchor, key]);
}
