import type { RouteBody } from "../../../../../src/routes.ts";
import { useIdempotencyKey } from "../../../api/idempotency-key.ts";
import { useAction } from "../../../api/routes.ts";

type Again = RouteBody<"POST /keys/{client_id}/payments">["again"];

/** Opens Stripe's page, which leads back to this one. */
export function usePayment(clientId: string) {
	const begin = useAction("POST /keys/{client_id}/payments", { path: { client_id: clientId } });
	const key = useIdempotencyKey();
	const pay = (credits: number, again?: Again) => {
		const { pathname, search } = location;
		const asked = new URLSearchParams(search);
		asked.delete("payment");
		const query = asked.size > 0 ? `?${asked}` : "";
		begin.mutate(
			{
				body: {
					credits,
					return_to: pathname + query,
					...(again ? { again } : {}),
					idempotency_key: key.current(),
				},
			},
			{
				onError: key.renewAfter,
				onSuccess({ url }) {
					key.renew();
					location.assign(url);
				},
			},
		);
	};
	// The page stays while Stripe's is loaded.
	return { pay, error: begin.error, isPending: begin.isPending || begin.isSuccess };
}
