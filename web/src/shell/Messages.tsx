import { type ComponentType, useEffect, useState } from "react";

/** Until then a browser has better things to do: nothing tells of anything on the page somebody sees first. */
const WAIT_MS = 300;

/** Where toasts appear. They come after the first page; what was told before that is shown then. */
export function Messages() {
	const [Toasts, setToasts] = useState<ComponentType>();
	useEffect(() => {
		const show = () => import("./Toasts.tsx").then((file) => setToasts(() => file.Toasts));
		const timer = setTimeout(show, WAIT_MS);
		return () => clearTimeout(timer);
	}, []);
	return Toasts ? <Toasts /> : null;
}
