import { useRemembered } from "../parts/use-remembered.ts";
import { EVERYTHING, type Wish } from "./wish.ts";

/** The last selection of product data in this browser. */
export function useWish() {
	return useRemembered<Wish>("packshot-wish", EVERYTHING);
}

/** The last selected picture size. */
export function usePictureSize() {
	return useRemembered("packshot-size", "full");
}
