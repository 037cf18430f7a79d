import { type ComponentType, use, useEffect, useState } from "react";

/**
 * A component whose code is loaded when it is first shown, or earlier with `load`. Once loaded it renders without a pause, which React's `lazy`
 * does not guarantee: a suspended page shows its fallback, which React keeps for 300 ms.
 */
export function loadedLater<Props extends object>(fetched: () => Promise<ComponentType<Props>>) {
	let loading: Promise<ComponentType<Props>> | undefined;
	const load = () => {
		loading ??= withStatus(fetched());
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

/** Sets the promise's `status` so that `use` knows its outcome at once, as React itself does for promises it has already seen. */
function withStatus<T>(promise: Promise<T>): Promise<T> {
	const watched = Object.assign(promise, { status: "pending" });
	watched.then(
		(value) => Object.assign(watched, { status: "fulfilled", value }),
		(reason) => Object.assign(watched, { status: "rejected", reason }),
	);
	return watched;
}
