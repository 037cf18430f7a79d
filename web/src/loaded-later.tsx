import { type ComponentType, use } from "react";

/**
 * A component whose file is loaded when it is first shown, or before by `load`. Once loaded it is shown without a pause, which React's `lazy`
 * does not promise: a page that is put off shows the waiting state, and React leaves that for 300 ms.
 */
export function loadedLater<Props extends object>(fetched: () => Promise<ComponentType<Props>>) {
	let Loaded: ComponentType<Props> | undefined;
	let loading: Promise<ComponentType<Props>> | undefined;
	const load = () => {
		loading ??= fetched().then((component) => {
			Loaded = component;
			return component;
		});
		return loading;
	};
	const Shown = (props: Props) => {
		const Component = Loaded ?? use(load());
		return <Component {...props} />;
	};
	return { Shown, load };
}
