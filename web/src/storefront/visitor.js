// Public pages are the same for everybody, so that they can be cached. In a browser in which somebody has signed in, this says who is, and lets them buy.
(async () => {
	const list = document.querySelector("[data-list]");
	const keep = () => {
		try {
			// Read by the page of lists, whoever signs in (web/src/pages/lists/brought-list.ts).
			localStorage.setItem("packshot-of nobody list", JSON.stringify(list.dataset.list.split(",")));
		} catch {
			// Storage is disabled: the list has to be pasted again.
		}
	};
	list?.addEventListener("click", keep);
	list?.addEventListener("auxclick", keep);
	try {
		if (localStorage.getItem("packshot-been-here") === null) return;
	} catch {
		return;
	}
	const { account, acts_for: shop, csrf_token: csrf } = await (await fetch("/portal/api/session")).json();
	if (!account) return;
	for (const link of document.querySelectorAll('a[href="/sign-in"]')) {
		link.textContent = shop.is_own ? account.email : shop.name;
		link.title = `Signed in as ${account.email}`;
		link.href = "/find";
		link.dir = "auto";
	}
	for (const link of document.querySelectorAll("[data-signed-in]")) link.textContent = link.dataset.signedIn;
	const product = document.querySelector("[data-barcode]");
	if (!product || !["owner", "buyer"].includes(shop.role)) return;
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
		},
		{ once: true },
	);
})();
