import { type ComponentType, use } from "react";

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

/** The promise tells `use` at once what has become of it, as React has it do that has seen it before. */
function telling<T>(promise: Promise<T>): Promise<T> {
	const told = Object.assign(promise, { status: "pending" });
	told.then(
		(value) => Object.assign(told, { status: "fulfilled", value }),
		(reason) => Object.assign(told, { status: "rejected", reason }),
	);
	return told;
}
