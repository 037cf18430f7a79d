import { type ComponentType, useEffect, useState } from "react";

/** Loaded late: nothing reports anything on the first page. */
const WAIT_MS = 300;

/** Where toasts appear. They load after the first page; earlier messages are shown then. */
export function Messages() {
	const [Toasts, setToasts] = useState<ComponentType>();
	useEffect(() => {
		const show = () => import("./Toasts.tsx").then((file) => setToasts(() => file.Toasts));
		const timer = setTimeout(show, WAIT_MS);
		return () => clearTimeout(timer);
	}, []);
	return Toasts ? <Toasts /> : null;
}
