import { useRemembered } from "../parts/use-remembered.ts";
import { EVERYTHING, type Wish } from "./wish.ts";

/** What this browser's owner wanted of products last. */
export function useWish() {
	return useRemembered<Wish>("packshot-wish", EVERYTHING);
}

/** The size of pictures that was wanted last. */
export function usePictureSize() {
	return useRemembered("packshot-size", "full");
}
