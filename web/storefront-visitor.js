// Public pages are the same for everybody, so that they can be cached. In the browser this lets their colours change, takes a checked list along, and
// says who is signed in. The build puts it behind color-scheme.js, into one file.
addEventListener("DOMContentLoaded", () => {
	letSchemeChange();
	takeListAlong();
	sayWhoIsSignedIn().catch(() => undefined);
});

/** Switches between light and dark; the system decides until then. */
function letSchemeChange() {
	const button = document.querySelector(".scheme-button");
	button.hidden = false;
	button.addEventListener("click", () => {
		const { documentElement: page } = document;
		const scheme = page.getAttribute("data-mantine-color-scheme") === "dark" ? "light" : "dark";
		page.setAttribute("data-mantine-color-scheme", scheme);
		store("packshot-color-scheme", scheme);
	});
}

/** Keeps the list that was checked for the page of lists, whoever signs in (web/src/pages/lists/brought-list.ts). */
function takeListAlong() {
	const link = document.querySelector("[data-list]");
	const keep = () => store("packshot-of nobody list", JSON.stringify(link.dataset.list.split(",")));
	for (const press of ["click", "auxclick"]) link?.addEventListener(press, keep);
}

/** Asks only in a browser in which somebody has signed in before. */
async function sayWhoIsSignedIn() {
	try {
		if (localStorage.getItem("packshot-been-here") === null) return;
	} catch {
		return;
	}
	const session = await read("session");
	const { account, acts_for: shop, csrf_token: csrf } = session;
	if (!account) return;
	forgetWhoSignsOut(session);
	for (const link of document.querySelectorAll('a[href="/sign-in"]')) {
		link.textContent = shop.is_own ? account.email : shop.name;
		link.title = `Signed in as ${account.email}`;
		link.href = "/find";
		link.dir = "auto";
	}
	for (const link of document.querySelectorAll("[data-signed-in]")) link.textContent = link.dataset.signedIn;
	for (const line of document.querySelectorAll("[data-no-account]")) line.remove();
	if (!account.proposes_as) document.querySelector("[data-propose]")?.remove();
	if (!["owner", "buyer"].includes(shop.role)) return;
	letBuy(csrf);
	await showMeans();
}

/** Whoever signs out, in whichever tab (web/src/api/session.ts), leaves neither name nor balance in a page that is open or that *Back* leads to. */
function forgetWhoSignsOut(before) {
	const whoIn = ({ account, acts_for: shop }) => account && `${account.account_id} ${shop.account_id}`;
	const look = async () => whoIn(await read("session")) !== whoIn(before) && location.reload();
	new BroadcastChannel("packshot-session").addEventListener("message", look);
	addEventListener("pageshow", ({ persisted }) => persisted && look());
}

function letBuy(csrf) {
	const product = document.querySelector("[data-barcode]");
	if (!product) return;
	product.textContent = "Add to basket";
	product.addEventListener(
		"click",
		async (event) => {
			event.preventDefault();
			const { ok } = await fetch("/portal/api/basket/items", {
				method: "POST",
				headers: { "content-type": "application/json", "x-packshot-csrf": csrf },
				body: JSON.stringify({ items: [{ barcode: product.dataset.barcode }] }),
			});
			// The page of the product says what went wrong.
			if (!ok) return location.assign(product.href);
			product.textContent = "In your basket";
			product.href = "/basket";
			await showMeans();
		},
		{ once: true },
	);
}

/** What is in the basket, and the balance that usually pays (web/src/basket/paying-key.ts), before the links of the shop. */
async function showMeans() {
	const [{ account, data }, { items }] = await Promise.all([read("keys"), read("basket")]);
	const payers = [account, ...data].filter((payer) => payer?.state === "active");
	const [most] = payers.toSorted((one, other) => other.credit_balance - one.credit_balance);
	const { credit_balance: credits } = payers.find((payer) => payer.is_account && payer.credit_balance > 0) ??
		most ?? { credit_balance: 0 };
	const shown = credits.toLocaleString("en-US", { maximumFractionDigits: 4 });
	const links = [
		["/basket", `Basket (${items.length})`],
		["/credits", `${shown} ${shown === "1" ? "credit" : "credits"}`],
	].map(([href, words]) => Object.assign(document.createElement("a"), { href, textContent: words }));
	for (const old of document.querySelectorAll('.links > [href="/basket"], .links > [href="/credits"]'))
		old.remove();
	document.querySelector(".links").prepend(...links);
}

async function read(path) {
	return (await fetch(`/portal/api/${path}`)).json();
}

function store(name, text) {
	try {
		localStorage.setItem(name, text);
	} catch {
		// Storage is disabled: nothing is remembered.
	}
}
