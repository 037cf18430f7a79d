import { type ComponentType, use, useEffect, useState } from "react";

/**
 * A component whose file is loaded when it is first shown, or before by `load`. Once loaded it is shown without a pause, which React's `lazy`
 * does not promise: a page that is put off shows the waiting state, and React leaves that for 300 ms.
 */
export function loadedLater<Props extends object>(fetched: () => Promise<ComponentType<Props>>) {
	let loading: Promise<ComponentType<Props>> | undefined;
	const load = () => {
		loading ??= telling(fetched());
		return loading;
	};
	const Shown = (props: Props) => {
		const Component = use(load());
		return <Component {...props} />;
	};
	return { Shown, load };
}

/**
 * Whether a file that is loaded later is there, or could not be loaded, which showing it then reports. To wait for it so takes as long as loading
 * does; what Suspense shows meanwhile stays for 300 ms.
 * @param load of `loadedLater`, always the same.
 */
export function useIsLoaded(load: () => Promise<unknown>): boolean {
	const [isLoaded, setLoaded] = useState(false);
	useEffect(() => {
		const finish = () => setLoaded(true);
		load().then(finish, finish);
	}, [load]);
	return isLoaded;
}

/** The promise tells `use` at once what has become of it, as React has it do that has seen it before. */
function telling<T>(promise: Promise<T>): Promise<T> {
	const told = Object.assign(promise, { status: "pending" });
	told.then(
		(value) => Object.assign(told, { status: "fulfilled", value }),
		(reason) => Object.assign(told, { status: "rejected", reason }),
	);
	return told;
}
