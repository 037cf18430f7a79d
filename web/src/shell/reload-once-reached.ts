import { useEffect, useState } from "react";
import { sent } from "../api/exchange.ts";

/** In `sessionStorage`: the path that was reloaded last, so that what is really gone is reloaded once only. */
const RELOADED = "packshot.reloaded";
const ASK_EVERY_MS = 1000;

/**
 * Reloads the page once the service answers and nothing would be lost: a browser keeps a module that it could not fetch as failed for as long as the
 * page lives. @returns whether it is going to.
 */
export function useReloadOnceReached(isWanted: boolean): boolean {
	const [isReloading] = useState(() => isWanted && sessionStorage.getItem(RELOADED) !== location.pathname);
	useEffect(() => {
		if (!isReloading) return undefined;
		const left = new AbortController();
		void reloadOnceReached(left.signal);
		return () => left.abort();
	}, [isReloading]);
	return isReloading;
}

async function reloadOnceReached(signal: AbortSignal): Promise<void> {
	while (!signal.aborted) {
		if (!wouldLoseWork() && (await isReached(signal))) {
			sessionStorage.setItem(RELOADED, location.pathname);
			location.reload();
			return;
		}
		await new Promise((resolve) => setTimeout(resolve, ASK_EVERY_MS));
	}
}

function isReached(signal: AbortSignal): Promise<boolean> {
	return sent("/", { method: "HEAD", signal }).then(
		({ ok }) => ok,
		() => false,
	);
}

/** Asks whoever would keep the browser from leaving, such as an upload that is running. */
function wouldLoseWork(): boolean {
	return !window.dispatchEvent(new Event("beforeunload", { cancelable: true }));
}
