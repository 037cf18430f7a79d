import { useEffect, useState } from "react";

/** Gives the focus back to what opened a dialog that ends with its component: Mantine does so only for one that stays. */
export function useFocusBack(isNeeded: boolean): void {
	const [opener] = useState(() => document.activeElement);
	useEffect(() => {
		if (!isNeeded) return;
		return () => {
			if (opener instanceof HTMLElement && opener.isConnected) opener.focus({ preventScroll: true });
		};
	}, [isNeeded, opener]);
}
