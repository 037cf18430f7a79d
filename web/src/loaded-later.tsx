import { type ComponentType, use, useEffect, useState } from "react";
import { sent } from "./api/exchange.ts";

/**
 * A component whose code is loaded when it is first shown, or earlier with `load`. Once loaded it renders without a pause, which React's `lazy`
 * does not guarantee: a suspended page shows its fallback, which React keeps for 300 ms.
 */
export function loadedLater<Props extends object>(fetched: () => Promise<ComponentType<Props>>) {
	let loading: Promise<ComponentType<Props>> | undefined;
	const load = () => {
		loading ??= withStatus(persistently(fetched));
		return loading;
	};
	const Shown = (props: Props) => {
		const Component = use(load());
		return <Component {...props} />;
	};
	return { Shown, load };
}

/**
 * Whether code that is loaded later has arrived, or failed to load, which rendering it then reports. Waiting this way takes only as long as loading
 * does; a Suspense fallback stays for 300 ms.
 * @param load of `loadedLater`, always the same function.
 */
export function useIsLoaded(load: () => Promise<unknown>): boolean {
	const [isLoaded, setLoaded] = useState(false);
	useEffect(() => {
		const finish = () => setLoaded(true);
		load().then(finish, finish);
	}, [load]);
	return isLoaded;
}

const REACHED_AGAIN_MS = 30_000;
const ASK_EVERY_MS = 1000;

/**
 * Loads code, and once more if that failed while the service could not be reached: a reload of the whole page would end the uploads of this one. Where
 * the service answers but the file is gone, as after an update, the second failure comes at once.
 */
async function persistently<T>(fetched: () => Promise<T>): Promise<T> {
	try {
		return await fetched();
	} catch (failure) {
		await reachedAgain();
		if (!(await haveStylesArrived())) throw failure;
		return fetched();
	}
}

/** Resolves once the service answers, or after half a minute. */
async function reachedAgain(): Promise<void> {
	for (const giveUpMs = Date.now() + REACHED_AGAIN_MS; Date.now() < giveUpMs; ) {
		const answer = await sent("/", { method: "HEAD" }).catch(() => undefined);
		if (answer?.ok) return;
		await new Promise((resolve) => setTimeout(resolve, ASK_EVERY_MS));
	}
}

/** Fetches the style sheets again that did not arrive: the bundler takes each that it has asked for once as present. */
async function haveStylesArrived(): Promise<boolean> {
	const links = [...document.querySelectorAll<HTMLLinkElement>("link[rel=stylesheet]")];
	const arrived = await Promise.all(links.filter(({ sheet }) => !sheet).map(hasArrivedAgain));
	return arrived.every(Boolean);
}

function hasArrivedAgain(link: HTMLLinkElement): Promise<boolean> {
	const again = link.cloneNode() as HTMLLinkElement;
	return new Promise((resolve) => {
		const end = (hasArrived: boolean) => {
			(hasArrived ? link : again).remove();
			resolve(hasArrived);
		};
		again.onload = () => end(true);
		again.onerror = () => end(false);
		link.after(again);
	});
}

/** Sets the promise's `status` so that `use` knows its outcome at once, as React itself does for promises it has already seen. */
function withStatus<T>(promise: Promise<T>): Promise<T> {
	const watched = Object.assign(promise, { status: "pending" });
	watched.then(
		(value) => Object.assign(watched, { status: "fulfilled", value }),
		(reason) => Object.assign(watched, { status: "rejected", reason }),
	);
	return watched;
}
