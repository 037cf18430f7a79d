import { notifications, useNotifications } from "@mantine/notifications";
import { type ComponentType, useEffect, useState } from "react";
import classes from "./Messages.module.css";

/** Loaded late, because nothing on the first page reports anything. */
const WAIT_MS = 300;

/** Where toasts appear. Their code is loaded after the first page; earlier messages are shown then. */
export function Messages() {
	const [Shown, setShown] = useState<ComponentType>();
	useEffect(() => {
		const show = () =>
			import("./Toasts.tsx").then(
				(file) => setShown(() => file.Toasts),
				() => setShown(() => LastMessage),
			);
		const timer = setTimeout(show, WAIT_MS);
		return () => clearTimeout(timer);
	}, []);
	return Shown ? <Shown /> : null;
}

/** Stands in for toasts that could not be loaded, which nothing takes away after a while. */
function LastMessage() {
	const { notifications: shown, queue } = useNotifications();
	const last = [...shown, ...queue].at(-1);
	if (!last) return null;
	return (
		<div className={classes.plain ?? ""} role="alert">
			{last.title} {last.message}{" "}
			<button onClick={close} type="button">
				Close
			</button>
		</div>
	);
}

function close(): void {
	notifications.cleanQueue();
	notifications.clean();
}
