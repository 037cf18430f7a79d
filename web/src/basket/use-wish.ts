import { useLocalStorage } from "@mantine/hooks";
import { EVERYTHING, type Wish } from "./wish.ts";

/** What this browser's owner wanted of products last. */
export function useWish() {
	return useLocalStorage<Wish>({
		key: "packshot-wish",
		defaultValue: EVERYTHING,
		getInitialValueInEffect: false,
	});
}

/** The size of pictures that was wanted last. */
export function usePictureSize() {
	return useLocalStorage({ key: "packshot-size", defaultValue: "full", getInitialValueInEffect: false });
}
