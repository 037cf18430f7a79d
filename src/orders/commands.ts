import { fromReserve } from "../platform/db/command.ts";
import { closeArchive, openArchive, renewArchive } from "./archive/archive-lease.ts";
import { noteOrder } from "./bought/note-orders.ts";
import { readsSum } from "./bought/note-reads.ts";
import { placeOrder } from "./buy/place-order.ts";
import { countQuote } from "./buy/quote-limit.ts";
import { clearBasket, putInBasket, removeFromBasket } from "./pages/basket/changes.ts";
import { changeList, forgetList, saveList } from "./pages/lists/changes.ts";
import { noteFetched, placeOwnOrder } from "./pages/orders/changes.ts";

/** Every write of the orders. */
export const orderCommands = [
	// Access can be taken away, and room made, on a full disk.
	...[forgetList].map(fromReserve),
	placeOrder,
	noteOrder,
	readsSum.command,
	countQuote,
	openArchive,
	renewArchive,
	closeArchive,
	putInBasket,
	removeFromBasket,
	clearBasket,
	saveList,
	changeList,
	placeOwnOrder,
	noteFetched,
];
