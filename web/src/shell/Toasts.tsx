import { Notifications } from "@mantine/notifications";
import "../theme/later.css";

export function Toasts() {
	return <Notifications position="bottom-center" withinPortal={false} />;
}
