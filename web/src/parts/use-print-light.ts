import { useEffect } from "react";

/** Prints in the light scheme whatever the current one, because paper is white. */
export function usePrintLight(): void {
	useEffect(() => {
		const { dataset } = document.documentElement;
		let before: string | undefined;
		const begin = () => {
			before = dataset.mantineColorScheme;
			dataset.mantineColorScheme = "light";
		};
		const end = () => {
			if (before !== undefined) dataset.mantineColorScheme = before;
		};
		window.addEventListener("beforeprint", begin);
		window.addEventListener("afterprint", end);
		return () => {
			window.removeEventListener("beforeprint", begin);
			window.removeEventListener("afterprint", end);
		};
	}, []);
}
