import { type ComponentType, useEffect, useState } from "react";

/** Loaded late, because nothing on the first page reports anything. */
const WAIT_MS = 300;

/** Where toasts appear. Their code is loaded after the first page; earlier messages are shown then. */
export function Messages() {
	const [Toasts, setToasts] = useState<ComponentType>();
	useEffect(() => {
		const show = () => import("./Toasts.tsx").then((file) => setToasts(() => file.Toasts));
		const timer = setTimeout(show, WAIT_MS);
		return () => clearTimeout(timer);
	}, []);
	return Toasts ? <Toasts /> : null;
}
